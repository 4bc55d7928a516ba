import sharp from 'sharp';

type Exif = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What phones write: a time with its zone, and a place. */
const fromPhone: Exif = {
  IFD2: { DateTimeOriginal: '2026:11:27 16:20:05', OffsetTimeOriginal: '-05:00' },
  IFD3: {
    ...{ GPSLatitude: '42/1 21/1 3636/100', GPSLatitudeRef: 'N' },
    ...{ GPSLongitude: '71/1 3/1 3204/100', GPSLongitudeRef: 'W' },
  },
};

/** What `fromPhone` says, in our words. */
export const phoneNote = {
  taken: '2026-11-27T16:20:05-05:00',
  place: { latitude: 42.3601, longitude: -71.0589 },
};

/** Makes a small photo with the data of a camera. */
export function cameraPhoto(exif = fromPhone) {
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#37a' } }).withExifMerge(exif);
}

/** Returns a photo of a phone, in base64, for pages. */
export async function phonePhoto(): Promise<string> {
  return (await cameraPhoto().jpeg().toBuffer()).toString('base64');
}
