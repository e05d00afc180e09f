// The walks of a race as a picture behind the board.

import { draw } from "./dom.js";

/** Joins the nodes of each walk; places are counted in cells, so nothing has to be measured. */
export function picture(walks, columns, rows) {
  // One player's way runs above the numbers and the other's below, so that no number looks struck out.
  const place = (number, side) => [((number - 1) % columns) + 0.5, Math.floor((number - 1) / columns) + 0.5 + side * 0.3];
  const steps = (walk, side) => walk.map((number, index) => {
    const [x, y] = place(number, side);
    if (index === 0) return `M${x} ${y}`;
    const [beforeX, beforeY] = place(walk[index - 1], side);
    return `Q${(beforeX + x) / 2} ${(beforeY + y) / 2 + side * 0.3} ${x} ${y}`;
  });
  const lines = walks.map((walk, index) => draw("path", {
    class: `walk walk${index + 1}`, d: steps(walk, index ? 1 : -1).join(""),
  }));
  return draw("svg", {
    class: "walks", viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true",
  }, ...lines);
}
