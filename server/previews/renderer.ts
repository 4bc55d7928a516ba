import type { Readable } from 'node:stream';
import * as v from 'valibot';
import {
  besideOf,
  type LimitedProgram,
  ProgramFailed,
  type ProgramFailure,
  type ProgramLimits,
  runLimitedProgram,
} from '../programs/limitedProgram.ts';

/** Limits of one renderer, which handles one file. */
export type RenderLimits = ProgramLimits & {
  /** Pixels of an image, as stated in its header. */
  pixels: number;
};

export const renderLimits: RenderLimits = {
  processorMs: 10_000,
  timeMs: 30_000,
  feedMs: 60_000,
  memoryBytes: 512 * 1024 * 1024,
  // A scanned A0 sheet has 140 million.
  pixels: 160_000_000,
};

/** Why a file has no preview: `broken` and `too-large` for good, the others in this attempt. `cut`: the store ended the file early. */
export type NoPreviewReason = 'broken' | 'too-large' | 'cut' | ProgramFailure;

export class NoPreview extends Error {
  override name = 'NoPreview';
  readonly why: NoPreviewReason;

  constructor(why: NoPreviewReason) {
    super(`no preview: ${why}`);
    this.why = why;
  }
}

export type Rendered = { thumb: Buffer; page: Buffer };

const program: LimitedProgram = {
  script: besideOf(import.meta.url, './render.ts'),
  reads: [
    './drawnPage.ts',
    './readInput.ts',
    './pdfjsPage.ts',
    './startParser.ts',
    './pdfiumPage.ts',
    '../../src/features/plans/page/',
    '../../src/features/plans/parser/',
    '../../src/features/plans/open/PlanError.ts',
  ].map((name) => besideOf(import.meta.url, name)),
  heapMegabytes: 256,
  mostAnswerBytes: 16 * 1024 * 1024,
};

const Head = v.union([
  v.object({ none: v.picklist(['broken', 'too-large', 'cut']) }),
  v.object({ thumb: v.number(), page: v.number() }),
]);

function isWebP(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Parses the renderer's output without trusting it: a malicious file may have taken the process over. */
function read(said: Buffer): Rendered {
  const end = Math.max(0, said.indexOf('\n'));
  let head: unknown;
  try {
    head = JSON.parse(said.toString('latin1', 0, end));
  } catch {
    throw new NoPreview('crashed');
  }
  const checked = v.safeParse(Head, head);
  if (!checked.success) throw new NoPreview('crashed');
  if ('none' in checked.output) throw new NoPreview(checked.output.none);
  const { thumb: thumbBytes, page: pageBytes } = checked.output;
  const rest = said.subarray(end + 1);
  const rendered = { thumb: rest.subarray(0, thumbBytes), page: rest.subarray(thumbBytes) };
  const isWhole = rendered.page.length === pageBytes;
  if (!isWhole || !isWebP(rendered.thumb) || !isWebP(rendered.page)) throw new NoPreview('crashed');
  return rendered;
}

/** A file to render. It may be opened more than once. */
export type RenderedFile = { contentType: string; size: number; open: () => Promise<Readable> };

async function attempt(
  { contentType, size, open }: RenderedFile,
  engine: 'pdfjs' | 'pdfium',
  limits: RenderLimits,
  stop: AbortSignal,
): Promise<Rendered> {
  const args = [contentType, String(size), String(limits.pixels), engine];
  const said = await runLimitedProgram(program, args, await open(), limits, stop).catch((error: unknown) => {
    throw error instanceof ProgramFailed ? new NoPreview(error.why) : error;
  });
  return read(said);
}

/**
 * Renders the previews of one file in a process of its own, which is killed when it takes too much time or memory, or when `stop`
 * is aborted. A PDF is drawn by PDF.js, as in the plan viewer; one that takes it too much memory, such as a large scan, by PDFium.
 *
 * @throws NoPreview when that fails; errors of the source; the reason of `stop`
 */
export async function render(file: RenderedFile, limits: RenderLimits, stop: AbortSignal): Promise<Rendered> {
  try {
    return await attempt(file, 'pdfjs', limits, stop);
  } catch (error) {
    // Node itself ends a program whose heap is full.
    const isTooMuch = error instanceof NoPreview && (error.why === 'memory' || error.why === 'crashed');
    if (!isTooMuch || file.contentType !== 'application/pdf') throw error;
    return attempt(file, 'pdfium', limits, stop);
  }
}
