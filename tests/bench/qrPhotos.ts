import { readPhotos } from '../support/photos/qrPhotos.ts';

/** Reads photos of printed QR codes, `PHOTOS` of them (400); fails below 95 %. */
const count = Number(process.env.PHOTOS ?? 400);
const started = performance.now();
const read = await readPhotos(count, Number(process.env.SEED ?? 1));
const ms = (performance.now() - started) / count;
console.log(
  `${read} of ${count} photos of QR codes read (${((100 * read) / count).toFixed(1)} %), ${ms.toFixed(0)} ms each with drawing`,
);
if (read < 0.95 * count) process.exitCode = 1;
