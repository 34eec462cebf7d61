"""The loops around generated machine code, in LLVM's language, with places to fill in.

TAPE_FUNCTION and BATCH_FUNCTION belong to `tape_code`, the others to `llvm_code`.
"""

BLOCK_FUNCTION = """\
define void @block(i64 %first, i64 %last, ptr %u, ptr %columns, ptr %acc, ptr %out, double %seed) {{
entry:
  %tile = alloca [{inputs} x {kind}], align 64
  %outs = alloca {kind}, align 64
  %rows = sub i64 %last, %first
  %end = sub i64 %last, 1
  %up = add i64 %rows, {lanes_less_1}
  %blocks = udiv i64 %up, {lanes}
  br label %next
next:
  %b = phi i64 [ %blocks, %entry ], [ %below, %done ]
  %below = sub i64 %b, 1
  %skip = mul i64 %below, {lanes}
  %row = add i64 %first, %skip
  %left = sub i64 %last, %row
  %whole = icmp uge i64 %left, {lanes}
  %valid = select i1 %whole, i64 {lanes}, i64 %left
{gather}
  br label %body
body:
{body}
  br i1 %whole, label %done, label %clear
clear:
  %a = phi i64 [ 0, %body ], [ %a.next, %clear ]
  %slot = getelementptr {kind}, ptr %acc, i64 %a
  %sum = load {kind}, ptr %slot, align 8
  %from = insertelement <{lanes} x i64> poison, i64 %valid, i64 0
  %valids = shufflevector <{lanes} x i64> %from, <{lanes} x i64> poison, <{lanes} x i32> zeroinitializer
  %real = icmp ult <{lanes} x i64> {counting}, %valids
  %kept = select <{lanes} x i1> %real, {kind} %sum, {kind} zeroinitializer
  store {kind} %kept, ptr %slot, align 8
  %a.next = add i64 %a, 1
  %more = icmp ult i64 %a.next, {slots}
  br i1 %more, label %clear, label %done
done:
  %last.block = icmp eq i64 %below, 0
  br i1 %last.block, label %exit, label %next
exit:
  ret void
}}
"""

GATHER_LOOP = """\
  br label %lane{n}
lane{n}:
  %l{n} = phi i64 [ 0, %{before} ], [ %l{n}.next, %lane{n}.done ]
  %want{n} = add i64 %row, %l{n}
  %over{n} = icmp ugt i64 %want{n}, %end
  %at{n} = select i1 %over{n}, i64 %end, i64 %want{n}
  %columns{n} = getelementptr ptr, ptr %columns, i64 {n}
  %matrix{n} = load ptr, ptr %columns{n}, align 8
  %from{n} = mul i64 %at{n}, {width}
  br label %copy{n}
copy{n}:
  %j{n} = phi i64 [ 0, %lane{n} ], [ %j{n}.next, %copy{n} ]
  %source{n} = add i64 %from{n}, %j{n}
  %sourcep{n} = getelementptr double, ptr %matrix{n}, i64 %source{n}
  %x{n} = load double, ptr %sourcep{n}, align 8
  %place{n} = add i64 %j{n}, {first}
  %wide{n} = mul i64 %place{n}, {lanes}
  %target{n} = add i64 %wide{n}, %l{n}
  %targetp{n} = getelementptr double, ptr %tile, i64 %target{n}
  store double %x{n}, ptr %targetp{n}, align 8
  %j{n}.next = add i64 %j{n}, 1
  %j{n}.more = icmp ult i64 %j{n}.next, {width}
  br i1 %j{n}.more, label %copy{n}, label %lane{n}.done
lane{n}.done:
  %l{n}.next = add i64 %l{n}, 1
  %l{n}.more = icmp ult i64 %l{n}.next, {lanes}
  br i1 %l{n}.more, label %lane{n}, label %gathered{n}
gathered{n}:"""

SCATTER_LOOP = """\
  store {kind} {root}, ptr %outs, align 64
  br label %scatter
scatter:
  %s = phi i64 [ 0, %body ], [ %s.next, %scatter ]
  %s.from = getelementptr double, ptr %outs, i64 %s
  %s.out = load double, ptr %s.from, align 8
  %s.row = add i64 %row, %s
  %s.to = getelementptr double, ptr %out, i64 %s.row
  store double %s.out, ptr %s.to, align 8
  %s.next = add i64 %s, 1
  %s.more = icmp ult i64 %s.next, %valid
  br i1 %s.more, label %scatter, label %done
"""

STEP_FUNCTION = """\
define double @step(i64 %count, ptr %params, ptr %grads, ptr %columns, ptr %u, ptr %acc, double %seed) {{
  call void @llvm.memset.p0.i64(ptr %acc, i8 0, i64 {bytes}, i1 false)
  call void @start(ptr %params, ptr %u)
  call void @block(i64 0, i64 %count, ptr %u, ptr %columns, ptr %acc, ptr null, double %seed)
  %total = call double @finish(ptr %u, ptr %acc, ptr %grads, double %seed)
  ret double %total
}}
"""

TAPE_FUNCTION = """\
define void @{name}(ptr %code, ptr %starts, i64 %count, ptr %data, ptr %grad, ptr %single, i64 %vectors, ptr %safe) {{
entry:
  %some = icmp ugt i64 %count, 0
  br i1 %some, label %next, label %exit
next:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %start.at = getelementptr i32, ptr %starts, i64 %k
  %start = load i32, ptr %start.at, align 4
  %start.wide = zext i32 %start to i64
  %here = getelementptr i32, ptr %code, i64 %start.wide
  %op = load i32, ptr %here, align 4
  %out.at = getelementptr i32, ptr %here, i64 1
  %out.narrow = load i32, ptr %out.at, align 4
  %out = zext i32 %out.narrow to i64
  switch i32 %op, label %done [
{cases}
  ]
{blocks}
done:
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %count
  br i1 %more, label %next, label %exit
exit:
  ret void
}}
"""

BATCH_FUNCTION = """\
define void @batch(ptr %t) {{
entry:
{fields}
  %up = add i64 %count, {lanes_less_1}
  %blocks = udiv i64 %up, {lanes}
  %end = sub i64 %count, 1
  %width.bytes = mul i64 %width, {bytes}
  %varying.bytes = mul i64 %varying_count, {vector_bytes}
  %varying.grad = getelementptr {vector}, ptr %grad, i64 %first_varying
  %root.data = getelementptr {vector}, ptr %data, i64 %root
  %root.grad = getelementptr {vector}, ptr %grad, i64 %root
{check_uniform}
  br label %next
next:
  %b = phi i64 [ %blocks, %entry ], [ %below, %done ]
  %below = sub i64 %b, 1
  %row = mul i64 %below, {lanes}
  %left = sub i64 %count, %row
  %whole = icmp uge i64 %left, {lanes}
  %valid = select i1 %whole, i64 {lanes}, i64 %left
  %inputs = icmp ugt i64 %width, 0
  br i1 %inputs, label %lane, label %run
lane:
  %l = phi i64 [ 0, %next ], [ %l.next, %lane.done ]
  %want = add i64 %row, %l
  %over = icmp ugt i64 %want, %end
  %sample = select i1 %over, i64 %end, i64 %want
  %from = mul i64 %sample, %width
  br label %copy
copy:
  %j = phi i64 [ 0, %lane ], [ %j.next, %copy ]
  %source = add i64 %from, %j
  %source.at = getelementptr double, ptr %table, i64 %source
  %x = load double, ptr %source.at, align 8
  %wide = mul i64 %j, {lanes}
  %target = add i64 %wide, %l
  %target.at = getelementptr double, ptr %data, i64 %target
  store double %x, ptr %target.at, align 8
  %j.next = add i64 %j, 1
  %j.more = icmp ult i64 %j.next, %width
  br i1 %j.more, label %copy, label %lane.done
lane.done:
  %l.next = add i64 %l, 1
  %l.more = icmp ult i64 %l.next, {lanes}
  br i1 %l.more, label %lane, label %run
run:
  call void @forward(
    ptr %code, ptr %forward_begins, i64 %forward_count,
    ptr %data, ptr %grad, ptr %single, i64 {vectors}, ptr null)
  br label %scatter
scatter:
  %s = phi i64 [ 0, %run ], [ %s.next, %scatter ]
  %s.from = getelementptr double, ptr %root.data, i64 %s
  %s.out = load double, ptr %s.from, align 8
  %s.row = add i64 %row, %s
  %s.to = getelementptr double, ptr %outs, i64 %s.row
  store double %s.out, ptr %s.to, align 8
  %s.next = add i64 %s, 1
  %s.more = icmp ult i64 %s.next, %valid
  br i1 %s.more, label %scatter, label %back
back:
  %wanted = icmp ugt i64 %backward_count, 0
  br i1 %wanted, label %clean, label %done
clean:
  call void @llvm.memset.p0.i64(ptr %grad, i8 0, i64 %width.bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %varying.grad, i8 0, i64 %varying.bytes, i1 false)
{check_block}
{seeds}
  store {kind} {seed}, ptr %root.grad, align 8
  call void @backward(
    ptr %code, ptr %backward_begins, i64 %backward_count,
    ptr %data, ptr %grad, ptr %single, i64 {vectors}, ptr %safe.field)
  br i1 %whole, label %done, label %clear
clear:
  %a = phi i64 [ %params, %clean ], [ %a.next, %cleared ]
  %a.some = icmp ult i64 %a, %first_varying
  br i1 %a.some, label %lanes, label %done
lanes:
  %c = phi i64 [ %valid, %clear ], [ %c.next, %lanes ]
  %c.base = mul i64 %a, {lanes}
  %c.place = add i64 %c.base, %c
  %c.at = getelementptr double, ptr %grad, i64 %c.place
  store double 0.0, ptr %c.at, align 8
  %c.next = add i64 %c, 1
  %c.more = icmp ult i64 %c.next, {lanes}
  br i1 %c.more, label %lanes, label %cleared
cleared:
  %a.next = add i64 %a, 1
  br label %clear
done:
  %last = icmp eq i64 %below, 0
  br i1 %last, label %exit, label %next
exit:
  ret void
}}
"""
