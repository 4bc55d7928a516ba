/** `OPS.rectangle` of the library. */
const rectangle = 19;
/** Points: the thinnest pen of drawings, 0.13 mm. */
const hairline = 0.36;

type Args = [x: number, y: number, width: number, height: number];
type State = { ctm: ArrayLike<number> };

/** A class of the library. */
export type Evaluator = {
  prototype: { buildPath(code: number, args: ArrayLike<number> | null, state: State): void };
};

/**
 * Gives rectangles without a width or a height those of a thin line, as the specification asks for: tables of other programs have such
 * lines, and PDF.js fills nothing of them.
 */
export function mendHairlines({ prototype }: Evaluator): void {
  const { buildPath } = prototype;
  prototype.buildPath = function (code, args, state) {
    // Of an instruction without operands the library has none.
    if (code !== rectangle || !args) return buildPath.call(this, code, args, state);
    const [x = 0, y = 0, width = 0, height = 0] = Array.from(args);
    if ((width === 0) === (height === 0)) return buildPath.call(this, code, args, state);
    const [a = 1, b = 0, c = 0, d = 1] = Array.from(state.ctm);
    const thick = hairline / (width === 0 ? Math.hypot(a, b) : Math.hypot(c, d));
    const line: Args = width === 0 ? [x - thick / 2, y, thick, height] : [x, y - thick / 2, width, thick];
    buildPath.call(this, code, Number.isFinite(thick) ? line : args, state);
  };
}
