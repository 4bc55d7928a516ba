/** Returns the color of the uppermost canvas at a place, given as fractions of its size. */
export function colorAt(x: number, y: number): number[] {
  const canvas = [...document.querySelectorAll('canvas')].at(-1);
  if (!canvas) return [];
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  copy?.drawImage(canvas, 0, 0);
  const pixel = copy?.getImageData(Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1).data;
  return [...(pixel ?? [])].slice(0, 3);
}
