import { emptyDrawing, type Shape, withShape } from '../../../src/ui/drawing/drawing.ts';
import { previewOf, renderDrawing } from '../../../src/ui/drawing/renderDrawing.ts';

async function load(blob: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
  });
  return image;
}

/** Shows a picture as the dialog does, and draws a copy of it. */
const measured = {
  async show(address: string): Promise<{ width: number; height: number }> {
    const blob = await (await fetch(address)).blob();
    const file = new File([blob], 'photo.jpg', { type: 'image/jpeg' });
    const whole = await load(file);
    const size = { width: whole.naturalWidth, height: whole.naturalHeight };
    const shown = await load((await previewOf(file, size)) ?? file);
    shown.width = 390;
    document.body.replaceChildren(shown);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)));
    this.file = file;
    return size;
  },
  file: new File([], ''),
  async draw({ width, height }: { width: number; height: number }) {
    const shapes: Shape[] = [
      { id: 'a', color: 'red', size: 'large', kind: 'arrow', from: [0, 0], to: [width / 2, height / 2] },
      {
        id: 'e',
        color: 'blue',
        size: 'medium',
        kind: 'ellipse',
        center: [width / 2, height / 2],
        radii: [width / 4, height / 4],
      },
    ];
    const drawing = shapes.reduce((all, shape) => withShape(all, shape), emptyDrawing(width, height));
    const begun = performance.now();
    const drawn = await renderDrawing(this.file, drawing);
    return {
      ms: performance.now() - begun,
      bytes: drawn.file.size,
      width: drawn.width,
      height: drawn.height,
    };
  },
};

declare global {
  interface Window {
    measured: typeof measured;
  }
}
window.measured = measured;
