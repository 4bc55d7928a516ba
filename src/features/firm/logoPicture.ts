import { logoMessages, maxLogoBytes } from '../../contract/logo.ts';
import { objectUrlOf } from '../../ui/files/objectUrl.ts';

const longest = 1024;
const mostPixels = 700_000;

/** Returns the size in which a picture is sent: one of lines is drawn as large as one of pixels may be. */
function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement, isDrawing: boolean) {
  const largest = Math.min(longest / Math.max(width, height), Math.sqrt(mostPixels / (width * height)));
  const scale = isDrawing ? largest : Math.min(1, largest);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('loadend', resolve));
  reader.readAsDataURL(blob);
  await read;
  return String(reader.result).replace(/^.*,/, '');
}

/**
 * Returns a chosen picture as a PNG in base64, drawn by the browser, which reads SVG too: no SVG reaches the server.
 *
 * @throws Error that says what is wrong with it
 */
export async function logoPicture(file: File): Promise<string> {
  try {
    const image = new Image();
    image.src = objectUrlOf(file);
    await image.decode();
    const size = sizeOf(image, file.type === 'image/svg+xml');
    const canvas = Object.assign(document.createElement('canvas'), size);
    canvas.getContext('2d')?.drawImage(image, 0, 0, size.width, size.height);
    const drawn = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    const png = await drawn('image/png');
    const small = png && png.size > maxLogoBytes ? await drawn('image/jpeg') : png;
    if (!small) throw new Error('not drawn');
    return await base64Of(small);
  } catch {
    throw new Error(`Logo ${logoMessages.broken}`);
  }
}
