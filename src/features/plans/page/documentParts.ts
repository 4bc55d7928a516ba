import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import { type CarriedFile, filesOf } from './carried.ts';
import { type Layer, type LayerGroup, layersOf } from './layers.ts';

/** Where a link or an entry of the contents leads: a place in the document, an address, or a file that it carries. */
export type Target = {
  dest?: unknown;
  /** A web address, one to write to, or one to call: nothing else is followed. */
  url?: string;
  /** One of the document's own commands. */
  action?: string;
  /** A file that it carries, by its name, and by what names it to the library. */
  file?: string;
  fileId?: string | undefined;
};

/** An entry of the contents. */
export type Entry = Target & { title: string; entries: Entry[] };

export type DocumentParts = {
  /** What the pages are called; null where that is what they are counted by. */
  labels: readonly string[] | null;
  contents: readonly Entry[];
  layers: readonly (Layer | LayerGroup)[];
  files: readonly CarriedFile[];
  /** It is nothing but a cover around its files. */
  isPortfolio: boolean;
  /** It is a form that nothing here lays out: its pages say to wait, or to open another program. */
  isUnknownForm: boolean;
};

/** More entries than anybody reads are a trap. */
const maxEntries = 2000;
const maxNameLength = 255;

const followed = /^(https?|mailto|tel):/i;

/** What PDF.js says of a link or an entry of the contents. */
type Raw = {
  dest?: unknown;
  url?: string | null;
  unsafeUrl?: string;
  action?: string | null;
  /** The file that it leads to. */
  attachment?: { filename: string };
  attachmentId?: string;
};

/** Returns where something leads; null if that is nowhere that may be followed. */
export function targetOf(raw: Raw): Target | null {
  const { dest, url, action, unsafeUrl, attachment, attachmentId } = raw;
  // The library knows fewer schemes: it drops the address of a phone.
  const address = [url, unsafeUrl].find((one) => followed.test(one ?? ''));
  if (address && URL.canParse(address)) return { url: new URL(address).href };
  if (dest !== undefined && dest !== null) return { dest };
  if (attachment) return { file: attachment.filename, fileId: attachmentId };
  return action ? { action } : null;
}

type RawEntry = Raw & { title: string; items: RawEntry[] };

function entriesOf(raw: readonly RawEntry[], room: { left: number }): Entry[] {
  return raw.flatMap(({ title, items, ...rest }) => {
    if (room.left <= 0) return [];
    room.left -= 1;
    const name = title.replace(/\s+/g, ' ').trim();
    const entries = entriesOf(items, room);
    return name === '' && entries.length === 0
      ? []
      : [{ ...targetOf(rest), title: name || 'Untitled', entries }];
  });
}

async function labelsOf(pdf: PDFDocumentProxy): Promise<readonly string[] | null> {
  const labels = await pdf.getPageLabels();
  if (!labels?.some((label, at) => label.trim() !== '' && label !== String(at + 1))) return null;
  return labels.map((label, at) => label.trim().slice(0, maxNameLength) || String(at + 1));
}

/** Returns what a page is called: its number, counted from 1, unless it has a label. */
export function labelIn(labels: readonly string[] | null, page: number): string {
  return labels?.[page - 1] ?? String(page);
}

/** Whether it is a form that is laid out by a program: the pages that it has beside are none of it. */
export async function isForm(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await metadataOf(pdf);
  return info.IsXFAPresent === true && info.IsAcroFormPresent !== true;
}

async function metadataOf(pdf: PDFDocumentProxy): Promise<{ info: Record<string, unknown> }> {
  return (pdf.getMetadata() as ReturnType<typeof metadataOf>).catch(() => ({ info: {} }));
}

/** Reads what the document has beside its pages. What cannot be read is left out. */
export async function readParts(pdf: PDFDocumentProxy, shown: Layers): Promise<DocumentParts> {
  const or = <T>(promise: Promise<T>, nothing: T) => promise.catch(() => nothing);
  const [labels, outline, layers, files, { info }] = await Promise.all([
    or(labelsOf(pdf), null),
    or(pdf.getOutline() as Promise<RawEntry[] | null>, null),
    or(layersOf(pdf, shown), []),
    or(filesOf(pdf), []),
    metadataOf(pdf),
  ]);
  return {
    labels,
    contents: entriesOf(outline ?? [], { left: maxEntries }),
    layers,
    files,
    isPortfolio: info.IsCollectionPresent === true && files.length > 0,
    isUnknownForm: !pdf.isPureXfa && (await isForm(pdf)),
  };
}

/** Returns the page that a place in the document is on, counted from 1; null if it has none. */
export async function pageOf(
  pdf: PDFDocumentProxy,
  { dest, action }: Target,
  page: number,
): Promise<number | null> {
  const last = pdf.numPages;
  const named = { NextPage: page + 1, PrevPage: page - 1, FirstPage: 1, LastPage: last }[action ?? ''];
  const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const [first] = Array.isArray(place) ? place : [];
  const found =
    named ??
    (typeof first === 'number' ? first + 1 : first ? (await pdf.getPageIndex(first).catch(() => -1)) + 1 : 0);
  return Number.isInteger(found) && found >= 1 && found <= last ? found : null;
}
