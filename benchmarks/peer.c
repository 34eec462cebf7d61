/* The step of peers.py in C, for a net IN-H-H-1, as one would write it by hand: one sample after another. */
#define N1 (H * (IN + 1))
#define N2 (H * (H + 1))
#define N (N1 + N2 + H + 1)

double step(double *p, const double *x, const double *y, long count, double penalty, double rate) {
  double *p2 = p + N1, *p3 = p2 + N2, total = 0.0;
  static double g[N];
  double *g2 = g + N1, *g3 = g2 + N2;
  for (int i = 0; i < N; i++) {
    g[i] = 2 * penalty * p[i];
    total += penalty * p[i] * p[i];
  }
  for (long s = 0; s < count; s++) {
    const double *in = x + s * IN;
    double h1[H], h2[H], d1[H], d2[H], out = p3[H];
    for (int o = 0; o < H; o++) {
      const double *w = p + o * (IN + 1);
      double sum = w[IN];
      for (int i = 0; i < IN; i++) sum += w[i] * in[i];
      h1[o] = sum > 0 ? sum : 0;
      d1[o] = 0;
    }
    for (int o = 0; o < H; o++) {
      const double *w = p2 + o * (H + 1);
      double sum = w[H];
      for (int i = 0; i < H; i++) sum += w[i] * h1[i];
      h2[o] = sum > 0 ? sum : 0;
    }
    for (int i = 0; i < H; i++) out += p3[i] * h2[i];
    double margin = 1 - y[s] * out;
    if (margin <= 0) continue;
    total += margin / count;
    double d = -y[s] / count;
    for (int i = 0; i < H; i++) {
      g3[i] += d * h2[i];
      d2[i] = h2[i] > 0 ? d * p3[i] : 0;
    }
    g3[H] += d;
    for (int o = 0; o < H; o++) {
      if (d2[o] == 0) continue;
      const double *w = p2 + o * (H + 1);
      double *gw = g2 + o * (H + 1);
      for (int i = 0; i < H; i++) {
        gw[i] += d2[o] * h1[i];
        d1[i] += d2[o] * w[i];
      }
      gw[H] += d2[o];
    }
    for (int o = 0; o < H; o++) {
      if (h1[o] <= 0) continue;
      double *gw = g + o * (IN + 1);
      for (int i = 0; i < IN; i++) gw[i] += d1[o] * in[i];
      gw[IN] += d1[o];
    }
  }
  for (int i = 0; i < N; i++) p[i] -= rate * g[i];
  return total;
}
