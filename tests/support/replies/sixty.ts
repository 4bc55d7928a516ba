import { replyMarker } from '../../../server/mail/replyMarker.ts';

/** Where the quote of our email stands in a reply that somebody wrote. */
type Place = 'below' | 'below, unmarked' | 'above' | 'none';
export type WrittenReply = { own: string; place: Place };

const notice = `${replyMarker}\n\nHi Clara,\n\nHere’s what’s new on Birch Lane (EV-40):\n\nEmil E. wrote:\n> Which inverter?\n\nThe EV Jobs team`;
const attribution = 'On Wed, Nov 25, 2026 at 8:41 AM EV Jobs <reply+0@in.ev.test> wrote:';
const outlook =
  '________________________________\nFrom: EV Jobs <jobs@ev.test>\nSent: Wednesday, November 25, 2026 8:41 AM\nTo: Clara Client <clara@ev.test>\nSubject: A new message';

/** Returns a reply as its sender's program writes it. */
export function textOf({ own, place }: WrittenReply): string {
  if (place === 'below') return `${own}\n\n${attribution}\n${notice.replace(/^/gm, '> ')}\n`;
  if (place === 'below, unmarked') return `${own}\n\n${outlook}\n\n${notice}\n`;
  if (place === 'above') return `${attribution}\n${notice.replace(/^/gm, '> ')}\n\n${own}\n`;
  return `${own}\n`;
}

/** What people write, twenty times: short, with marks, dashes, names of products and signatures. */
const texts = [
  'Yes.',
  'ok 👍',
  'Design values:\n> 40 psf snow\n> 115 mph wind\nplease confirm',
  'Changed since Monday:\n\n> pitch 7/12, was 6/12',
  'Swap the Enphase for the SolarEdge and get Bosch hangers, not Simpson.',
  'Get the LG panels for the garage',
  'Scan the label with Adobe Scan for iOS and send it',
  'Hold the permit.\nOn Friday at 14:20 on 11/20/2026 the inspector wrote:\nno clearance at the vent',
  '--- Garage ---\nadd two rows\n--- Barn ---\nremove one',
  'North array\n-----\n12 modules\n=====\nSouth array\n9 modules',
  'From: the pole\nTo: the shed\nDate: before Dec 4, 2026\nSubject: to the utility’s approval\nrun 2 in conduit',
  'Sent by the fast courier yesterday.\n\nSent from my truck, so it is short.',
  'Thanks,\nMaria\nuse the second driveway',
  '1. rafters 2x8 @ 24"\n2. purlins - none\n3. see https://plans.example/a?x=1#b',
  '| beam | span |\n| B1 | 14 ft |\n| B2 | 9 ft |',
  '* stamp S1\n* do not stamp S2\n-- new sheet S3 follows',
  'Begin forwarded message to the county with the words: we agree.',
  '>>> URGENT <<<\ncrew is on the roof',
  'Por favor no sellen todavía.\nSaludos,\nInés Núñez\nTechos del Sur\n555-0142',
  'The address is wrong:\n\nOld: 12 Birch Ln\nNew: 21 Birch Lane, Unit B\n\nRegards,\n\nP. O’Hara, P.E.\nO’Hara & Sons | License 40417',
];

const places: readonly Place[] = ['below', 'below, unmarked', 'above', 'none'];

/** Sixty replies: each text with three of the four places. */
export const sixty: readonly WrittenReply[] = texts.flatMap((own, index) =>
  places.filter((_, at) => at !== index % places.length).map((place) => ({ own, place })),
);
