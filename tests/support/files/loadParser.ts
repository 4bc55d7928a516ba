import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfFileBytes } from '../../../server/build/pdfjsFiles.ts';
import type { Library } from '../../../src/features/plans/parser/mendParser.ts';

/** Loads the parser of PDF.js as the app has it, which parses in this thread from then on. */
export async function loadParser(): Promise<Library> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-parser-'));
  const file = join(folder, 'pdf.worker.mjs');
  await writeFile(file, pdfFileBytes().get('pdf.worker.min.mjs') ?? '');
  await import(/* @vite-ignore */ file);
  await rm(folder, { recursive: true });
  return (globalThis as unknown as { pdfjsWorker: Library }).pdfjsWorker;
}
