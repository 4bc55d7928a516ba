/** What is drawn of two sheets at each pixel, 0 to 255: on both, on the one before only, on the one after only. */
export type Inks = { width: number; height: number; both: Uint8Array; was: Uint8Array; is: Uint8Array };

/** Smaller differences are those of edges. */
const leastDifference = 48;

/** How much ink a pixel has, of any color. */
function inkOf(data: Uint8ClampedArray, at: number): number {
  return 255 - Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255);
}

function colorDistance(one: Uint8ClampedArray, other: Uint8ClampedArray, at: number): number {
  let most = 0;
  for (let channel = at; channel < at + 3; channel += 1) {
    most = Math.max(most, Math.abs((one[channel] ?? 255) - (other[channel] ?? 255)));
  }
  return most;
}

/** Compares two pictures of one size, pixel by pixel. What has another color was there, and is there. */
export function inksOf(before: ImageData, after: ImageData): Inks {
  const { width, height } = after;
  const count = width * height;
  const inks = {
    width,
    height,
    both: new Uint8Array(count),
    was: new Uint8Array(count),
    is: new Uint8Array(count),
  };
  for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 4) {
    const [was, is] = [inkOf(before.data, at), inkOf(after.data, at)];
    if (was + is === 0) continue;
    const common = Math.min(was, is);
    const isRecolored =
      common > leastDifference && colorDistance(before.data, after.data, at) > 2 * leastDifference;
    inks.both[pixel] = isRecolored ? 0 : common;
    inks.was[pixel] = isRecolored ? was : was - common;
    inks.is[pixel] = isRecolored ? is : is - common;
  }
  return inks;
}

type Darkness = readonly [red: number, green: number, blue: number];

/** Returns how much of each channel full ink of a color takes from white. */
const darkness = (...color: Darkness) => color.map((channel) => 1 - channel / 255) as unknown as Darkness;

/** As dark as letters must be on white. */
const wasInk = darkness(188, 24, 24);
const isInk = darkness(16, 72, 200);
const bothInk = darkness(120, 120, 120);
/** Pixels of the stripes in which what was is drawn; what is, is solid: both can be told apart without their colors. */
const stripe = 4;

/**
 * Paints what both sheets have in gray, what was in red stripes, and what is in solid blue.
 *
 * @param shown from 0, the sheet before alone, to 1, the one after alone; both are whole in the middle
 */
export function paintInks({ width, height, both, was, is }: Inks, shown: number): ImageData {
  const image = new ImageData(width, height);
  const [wasShare, isShare] = [Math.min(1, 2 - 2 * shown), Math.min(1, 2 * shown)];
  const { data } = image;
  for (let y = 0, pixel = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const old = (was[pixel] ?? 0) * ((x + y) % (2 * stripe) < stripe ? wasShare : wasShare / 4);
      const now = (is[pixel] ?? 0) * isShare;
      const same = both[pixel] ?? 0;
      const at = 4 * pixel;
      const [ink, share] = old > 0 && old >= now ? [wasInk, old] : [isInk, now];
      data[at] = 255 - same * bothInk[0] - share * ink[0];
      data[at + 1] = 255 - same * bothInk[1] - share * ink[1];
      data[at + 2] = 255 - same * bothInk[2] - share * ink[2];
      data[at + 3] = 255;
    }
  }
  return image;
}
