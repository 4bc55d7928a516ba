import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { maxUploadBytes } from '../../../contract/limits.ts';
import { PlanError } from '../open/PlanError.ts';
import { type Annotation, allAnnotations, annotationsOf, type Layers } from './annotations.ts';

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

/** Whether a file opens as a plan. All that a document says of it is its name. */
export const isCalledPdf = ({ name }: Pick<CarriedFile, 'name'>) => /\.pdf$/i.test(name);

/** Returns the file to which a link leads. */
export function fileAt(
  files: readonly CarriedFile[],
  { file, fileId }: { file?: string; fileId?: string | undefined },
): CarriedFile | undefined {
  return files.find(({ address }) => address === file || address === `${fileId}/${file}`);
}

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

const isAttached = (one: Annotation): one is Annotation & { file: RawFile } =>
  one.subtype === 'FileAttachment' && one.file !== undefined;

/** Returns what is attached to places on a page, with what names it in an address: several of one name are counted. */
function attachedTo(page: number, annotations: readonly Annotation[]) {
  const counts = new Map<string, number>();
  return annotations.filter(isAttached).map((one) => {
    const { filename } = one.file;
    const count = (counts.get(filename) ?? 0) + 1;
    counts.set(filename, count);
    return { one, address: `${page}/${count > 1 ? `${count}/` : ''}${filename}` };
  });
}

/** Returns the files that are attached to a place on a page. */
export async function filesOn(page: PDFPageProxy, layers: Layers): Promise<CarriedFile[]> {
  const shown = new Set(await annotationsOf(page, layers));
  const attached = attachedTo(page.pageNumber, await allAnnotations(page)).filter(({ one }) =>
    shown.has(one),
  );
  return attached
    .slice(0, maxFiles)
    .map(({ one, address }) => ({ address, page: page.pageNumber, ...short(one.file) }));
}

/** Returns what names a file to the library. */
async function idOf(pdf: PDFDocumentProxy, address: string): Promise<string | undefined> {
  const whole = (await entriesOf(pdf)).find((file) => file.address === address);
  if (whole) return whole.id;
  const page = Number(/^(\d+)\//.exec(address)?.[1]);
  if (!(page >= 1 && page <= pdf.numPages)) return undefined;
  const found = (await (await pdf.getPage(page)).getAnnotations()) as Annotation[];
  return attachedTo(page, found).find((file) => file.address === address)?.one.fileId;
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
