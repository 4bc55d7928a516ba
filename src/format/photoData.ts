import type { Attachment } from '../contract/jobs/jobDetails.ts';

type PhotoData = Partial<Pick<Attachment, 'taken' | 'place'>>;

const taking = new Intl.DateTimeFormat('en-US', {
  ...{ year: '2-digit', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit' },
  timeZone: 'UTC',
});

/** The characters of a time without its zone: `2026-11-28T14:05:09`. */
const timeLength = 19;

/** When a photo was taken, by the clock of its camera: `Taken 11/28/26, 2:05 PM (UTC-05:00)`; empty where it does not say. */
export function takenText({ taken }: PhotoData): string {
  const at = new Date(`${taken?.slice(0, timeLength)}Z`);
  if (!taken || Number.isNaN(at.getTime())) return '';
  const zone = taken.slice(timeLength);
  return `Taken ${taking.format(at)}${zone && ` (UTC${zone})`}`;
}

/** Where it was taken, to about a meter: `42.36010, -71.05890`; empty where it does not say. */
export function placeText({ place }: PhotoData): string {
  return place ? [place.latitude, place.longitude].map((degrees) => degrees.toFixed(5)).join(', ') : '';
}

/** Returns the address of a map with the place. */
export function mapOf({ latitude, longitude }: NonNullable<Attachment['place']>): string {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
}
