// The player, which playground.py joins to player.js beside this page.
export { default } from "../../microgradviz/views/js/player/index.js";
