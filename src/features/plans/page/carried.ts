import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { maxUploadBytes } from '../../../contract/limits.ts';
import { PlanError } from '../open/PlanError.ts';
import { type Annotation, annotationsOf, type Layers } from './annotations.ts';

/** A file that a document carries. */
export type CarriedFile = {
  /** What names it in an address: its name, after its page or, where several have it, its key. */
  address: string;
  name: string;
  description: string;
  /** The page that it is attached to, unless it is attached to the whole document. */
  page?: number;
};

/** More files than anybody reads are a trap. */
const maxFiles = 500;
const maxNameLength = 255;

type RawFile = { filename: string; description: string };

const short = ({ filename, description }: RawFile) => ({
  name: filename.slice(0, maxNameLength),
  description: description.slice(0, maxNameLength),
});

/** Returns the files that are attached to the whole document, with what names each to the library: mostly, but not always, its name. */
async function entriesOf(pdf: PDFDocumentProxy): Promise<(CarriedFile & { id: string })[]> {
  const files = [...(((await pdf.getAttachments()) as ReadonlyMap<string, RawFile> | null) ?? [])];
  return files.slice(0, maxFiles).map(([id, file]) => {
    const isOnly = files.filter(([, { filename }]) => filename === file.filename).length === 1;
    return { id, address: isOnly ? file.filename : `${id}/${file.filename}`, ...short(file) };
  });
}

/** Returns the files that are attached to the whole document. */
export async function filesOf(pdf: PDFDocumentProxy): Promise<CarriedFile[]> {
  return (await entriesOf(pdf)).map(({ id: _, ...file }) => file);
}

const addressOf = (page: number, { filename }: RawFile) => `${page}/${filename}`;
const isAttached = (one: Annotation): one is Annotation & { file: RawFile } =>
  one.subtype === 'FileAttachment' && one.file !== undefined;

/** Returns the files that are attached to a place on a page. */
export async function filesOn(page: PDFPageProxy, layers: Layers): Promise<CarriedFile[]> {
  const attached = (await annotationsOf(page, layers)).filter(isAttached);
  return attached.slice(0, maxFiles).map(({ file }) => ({
    address: addressOf(page.pageNumber, file),
    page: page.pageNumber,
    ...short(file),
  }));
}

/** Returns what names a file to the library. */
async function idOf(pdf: PDFDocumentProxy, address: string): Promise<string | undefined> {
  const whole = (await entriesOf(pdf)).find((file) => file.address === address);
  if (whole) return whole.id;
  const page = Number(/^(\d+)\//.exec(address)?.[1]);
  if (!(page >= 1 && page <= pdf.numPages)) return undefined;
  const found = (await (await pdf.getPage(page)).getAnnotations()) as Annotation[];
  return found.find((one) => isAttached(one) && addressOf(page, one.file) === address)?.fileId;
}

/** Reads a file that a document carries. @throws PlanError when it has none of that name, or a larger one than may be shown */
export async function readCarried(pdf: PDFDocumentProxy, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const id = await idOf(pdf, address);
  const bytes =
    id === undefined ? null : ((await pdf.getAttachmentContent(id)) as Uint8Array<ArrayBuffer> | null);
  if (!bytes) throw new PlanError('not-inside');
  if (bytes.length === 0) throw new PlanError('empty');
  if (bytes.length > maxUploadBytes) throw new PlanError('huge');
  return bytes;
}
