/** From a space to that around it: two axes and the origin, as `DOMMatrix` has them. */
export type Matrix = readonly number[];
export type Vector = readonly [x: number, y: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(m: Matrix, n: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the matrix that undoes another one. */
export function inverseOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Matrix {
  const determinant = a * d - b * c || 1e-9;
  return [d, -b, -c, a, c * f - d * e, b * e - a * f].map((one) => one / determinant);
}
