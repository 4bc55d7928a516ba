import type { PDFPageProxy } from 'pdfjs-dist';
import {
  type Annotation,
  allAnnotations,
  annotationsOf,
  isDrawnByLibrary,
  isDrawnText,
  type Layers,
  placeOf,
} from './annotations.ts';
import type { Box } from './box.ts';

/** What somebody wrote or drew on a page. */
export type Remark = {
  id: string;
  /** What it is, for one without words. */
  kind: string;
  text: string;
  author: string;
  date: Date | null;
  /** Its place on the page as it is shown. */
  box: Box;
  /** What was decided on it, such as "Accepted"; empty if nothing was. */
  state: string;
  /** Whether it is among what the library draws of the page. */
  isDrawn: boolean;
  replies: Omit<Remark, 'replies' | 'box'>[];
};

const kinds: Readonly<Record<string, string>> = {
  Text: 'Note',
  FreeText: 'Text',
  Line: 'Line',
  Square: 'Rectangle',
  Circle: 'Ellipse',
  Polygon: 'Polygon',
  PolyLine: 'Line',
  Highlight: 'Highlight',
  Underline: 'Underline',
  Squiggly: 'Underline',
  StrikeOut: 'Struck out',
  Stamp: 'Stamp',
  Caret: 'Insertion',
  Ink: 'Drawing',
  FileAttachment: 'Attached file',
  Sound: 'Sound',
  Redact: 'To be removed',
};

const datePattern = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/;

/** Reads a date as PDFs write it: `D:20261120101500-05'00'`. */
function dateOf(text: string | null | undefined): Date | null {
  const found = datePattern.exec(text ?? '');
  if (!found) return null;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const offset = (Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0)) * (found[7] === '-' ? -1 : 1);
  const date = new Date(Date.UTC(year, month - 1, day, hours, minutes - offset, seconds));
  return Number.isNaN(date.getTime()) ? null : date;
}

const wordsOf = ({ contentsObj, richText }: Annotation) =>
  (contentsObj?.str || richText?.str || '').replace(/\r\n?/g, '\n').trim();

function entryOf(one: Annotation): Omit<Remark, 'replies' | 'box'> {
  return {
    id: one.id,
    kind: kinds[one.subtype] ?? one.subtype,
    text: wordsOf(one),
    author: one.titleObj?.str.trim() ?? '',
    date: dateOf(one.modificationDate) ?? dateOf(one.creationDate),
    state: '',
    isDrawn: isDrawnByLibrary(one),
  };
}

/** Returns the annotation at the beginning of a chain of replies. */
function rootOf(one: Annotation, byId: ReadonlyMap<string, Annotation>): Annotation {
  const seen = new Set<Annotation>();
  let root = one;
  while (!seen.has(root)) {
    seen.add(root);
    root = byId.get(root.inReplyTo ?? '') ?? root;
  }
  return root;
}

const byDate = (a: { date: Date | null }, b: { date: Date | null }) =>
  (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0);

/** Returns what is decided on a remark after one more note about it: a check mark is for whoever set it. */
function stateAfter({ state, stateModel }: Annotation, before: string): string {
  if (stateModel === 'Marked') return before;
  return state === 'None' ? '' : (state ?? before);
}

/** Returns the remarks on a page in the order of the document, each with its replies and what was decided on it. */
export async function remarksOf(page: PDFPageProxy, layers: Layers): Promise<Remark[]> {
  const shown = new Set(await annotationsOf(page, layers));
  // Acrobat hides the notes that say what was decided.
  const all = (await allAnnotations(page)).filter(
    (one) => (shown.has(one) || one.state) && one.subtype in kinds && !isDrawnText(one),
  );
  const byId = new Map(all.map((one) => [one.id, one]));
  const remarks = new Map<Annotation, Remark>();
  for (const one of all) {
    const box = placeOf(page, one);
    const entry = entryOf(one);
    const isRemark = shown.has(one) && (entry.text !== '' || entry.author !== '');
    if (box && isRemark && rootOf(one, byId) === one) remarks.set(one, { ...entry, box, replies: [] });
  }
  for (const one of all.map((found) => ({ found, ...entryOf(found) })).toSorted(byDate)) {
    const { found, ...entry } = one;
    const root = rootOf(found, byId);
    const remark = remarks.get(root);
    // Parts of a group have the words of their first.
    if (!remark || root === found || found.replyType === 'Group') continue;
    if (found.state) remark.state = stateAfter(found, remark.state);
    else if (entry.text !== '') remark.replies.push(entry);
  }
  return [...remarks.values()];
}
