import type { Size } from '../page/box.ts';
import { brokenScan } from '../page/leftOut.ts';
import { jbig2Contents } from './jbig2Segments.ts';
import { reduceBits, reduceRgb, sizeWithin } from './reduce.ts';

/**
 * Replaces how PDF.js makes pictures of scans that are larger than a canvas may be: it decodes all their pixels into one of four bytes
 * each, a gigabyte for a sheet, and draws that smaller by halves. Here, rows of bits become the smaller picture at once. What of a scan
 * breaks off is told, too. Everything else is left to the library.
 */

type Bytes = Uint8Array | Uint8ClampedArray;
type Dict = { get(...keys: string[]): unknown; getArray(...keys: string[]): number[] | undefined };
type FullPicture = Size & { data: Bytes | null; kind?: number; interpolate?: boolean; bitmap?: ImageBitmap };

type Picture = Size & {
  drawWidth: number;
  drawHeight: number;
  bpc: number;
  numComps: number;
  smask?: object;
  mask?: object;
  needsDecode: boolean;
  interpolate: boolean;
  /** Of a picture in JPEG 2000: of how many halvings none is decoded. */
  jpxDecoderOptions?: { reducePower: number };
  image: { dict: Dict };
  colorSpace: { getColorMap(bitsOfComponent: number): Uint8ClampedArray };
  getImageBytes(length: number, options: { internal: boolean }): Promise<Bytes>;
};
type MaskOptions = {
  image: { dict: Dict; getImageData(length: number): Promise<Bytes> };
  isOffscreenCanvasSupported?: boolean;
};
type Module = { imageData: Bytes | null };

/** Classes of the library. */
export type PictureClasses = {
  ImageResizer: {
    MAX_AREA: number;
    needsToBeResized(width: number, height: number): boolean;
    prototype: { _imgData: FullPicture; _createImage(): Promise<object> };
  };
  PDFImage: {
    createMask(options: MaskOptions): Promise<object>;
    prototype: Picture & {
      createImageData(forceRgba?: boolean, isCanvasSupported?: boolean): Promise<object>;
    };
  };
  JBig2CCITTFaxImage: {
    prototype: {
      _getModule(create: unknown): Promise<Module | null>;
      decode(
        bytes: Bytes,
        width: number,
        height: number,
        globals: Bytes | null,
        fax?: object,
      ): Promise<Bytes>;
    };
  };
};

const rgb24 = 2;
/** Ink that is painted through a mask, where bits are 0, or 1. */
const ink = [0, 0, 0, 255];
const nothing = [0, 0, 0, 0];
/** A fax may lack so much of its rows: some are a few rows shorter than they say. */
const shareOfRows = 0.98;

async function bitmapOf(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: Size,
): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(pixels, width, height));
}

/** Has a picture in JPEG 2000 decoded in full, of which fewer halvings are stored than the library leaves out. */
function isWholeAgain(picture: Picture): boolean {
  const { jpxDecoderOptions: options, image } = picture;
  if (!options || options.reducePower === 0) return false;
  options.reducePower = 0;
  picture.width = Number(image.dict.get('W', 'Width'));
  picture.height = Number(image.dict.get('H', 'Height'));
  return true;
}

export function mendPictures({ ImageResizer, PDFImage, JBig2CCITTFaxImage }: PictureClasses): void {
  const isLarge = ({ width, height }: Size) => ImageResizer.needsToBeResized(width, height);
  const smallerThan = (size: Size) => sizeWithin(size, ImageResizer.MAX_AREA);

  const { createMask } = PDFImage;
  PDFImage.createMask = async (options) => {
    const { dict } = options.image;
    const full = { width: Number(dict.get('W', 'Width')), height: Number(dict.get('H', 'Height')) };
    if (!options.isOffscreenCanvasSupported || !isLarge(full)) return createMask.call(PDFImage, options);
    const data = await options.image.getImageData(((full.width + 7) >> 3) * full.height);
    const isInkOne = (dict.getArray('D', 'Decode')?.[0] ?? 0) > 0;
    const size = smallerThan(full);
    const pixels = reduceBits({ ...full, data }, size, isInkOne ? [nothing, ink] : [ink, nothing]);
    return {
      data: null,
      ...size,
      interpolate: dict.get('I', 'Interpolate'),
      bitmap: await bitmapOf(pixels, size),
    };
  };

  const picture = PDFImage.prototype;
  const { createImageData } = picture;
  picture.createImageData = async function (this: Picture, forceRgba, isCanvasSupported) {
    const { width, height, interpolate } = this;
    const isBits = this.bpc === 1 && this.numComps === 1 && !this.smask && !this.mask;
    if (!isCanvasSupported || !isBits || !isLarge({ width, height })) {
      const create = () => createImageData.call(this as typeof picture, forceRgba, isCanvasSupported);
      return create().catch((error) => (isWholeAgain(this) ? create() : Promise.reject(error)));
    }
    const data = await this.getImageBytes(((width + 7) >> 3) * height, { internal: true });
    const map = [...this.colorSpace.getColorMap(1)];
    const [zero, one] = [map.slice(0, 3), map.slice(3, 6)];
    const size = smallerThan({ width, height });
    const pixels = reduceBits({ width, height, data }, size, this.needsDecode ? [one, zero] : [zero, one]);
    return { data: null, ...size, interpolate, bitmap: await bitmapOf(pixels, size) };
  };

  const resizer = ImageResizer.prototype;
  const { _createImage } = resizer;
  resizer._createImage = async function (this: typeof resizer) {
    const { _imgData: full } = this;
    if (full.kind !== rgb24 || !full.data) return _createImage.call(this);
    const size = smallerThan(full);
    const pixels = reduceRgb({ ...full, data: full.data }, size);
    return Object.assign(full, { data: null, ...size, bitmap: await bitmapOf(pixels, size) });
  };

  tellOfBrokenScans(JBig2CCITTFaxImage.prototype);
}

/** Counts the rows that the decoder writes into each picture. */
function countRows(module: Module, rows: WeakMap<Bytes, number>): void {
  let { imageData } = module;
  Object.defineProperty(module, 'imageData', {
    get: () => imageData,
    set(next: Bytes | null) {
      imageData = next;
      if (!next) return;
      next.set = (row, at) => {
        rows.set(next, (rows.get(next) ?? 0) + 1);
        Uint8Array.prototype.set.call(next, row, at);
      };
    },
  });
}

function tellOfBrokenScans(decoder: PictureClasses['JBig2CCITTFaxImage']['prototype']): void {
  const rows = new WeakMap<Bytes, number>();
  const counted = new WeakSet<Module>();
  const { _getModule, decode } = decoder;
  decoder._getModule = async function (create) {
    const module = await _getModule.call(this, create);
    if (module && !counted.has(module)) countRows(module, rows);
    if (module) counted.add(module);
    return module;
  };
  decoder.decode = async function (bytes, width, height, globals, fax) {
    const contents = fax ? 'all' : jbig2Contents(bytes);
    if (contents === 'nothing') throw new Error('The JBIG2 data has no picture.');
    const pixels = await decode.call(this, bytes, width, height, globals, fax);
    const read = rows.get(pixels) ?? 0;
    Reflect.deleteProperty(pixels, 'set');
    if (fax && read === 0) throw new Error('The fax has no rows.');
    if (contents === 'part' || (fax && read < height * shareOfRows)) console.warn(brokenScan);
    return pixels;
  };
}
