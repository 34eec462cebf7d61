// The player's model, which playground.py copies beside this page.
export { standIn } from "../../microgradviz/views/js/core/model.js";
export type Model = import("../../microgradviz/views/js/core/model.js").Model;
