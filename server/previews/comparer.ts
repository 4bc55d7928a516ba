import { Readable } from 'node:stream';
import * as v from 'valibot';
import { Comparison } from '../../src/contract/files/comparison.ts';
import {
  besideOf,
  type LimitedProgram,
  ProgramFailed,
  type ProgramLimits,
  runLimitedProgram,
} from '../programs/limitedProgram.ts';

/** Limits of one comparison; above them, a device compares. */
export const comparerLimits: ProgramLimits = {
  processorMs: 60_000,
  timeMs: 180_000,
  feedMs: 120_000,
  memoryBytes: 768 * 1024 * 1024,
};

const program: LimitedProgram = {
  script: besideOf(import.meta.url, './compare.ts'),
  reads: [
    './openCompared.ts',
    './startParser.ts',
    './readInput.ts',
    '../../src/features/plans/compare/',
    '../../src/features/plans/page/',
    '../../src/features/plans/parser/',
    '../../src/features/plans/open/PlanError.ts',
  ].map((name) => besideOf(import.meta.url, name)),
  heapMegabytes: 512,
  mostAnswerBytes: 16 * 1024 * 1024,
};

const Found = v.object({ sheets: Comparison.entries.sheets });

/** A PDF to compare: it is opened once. */
export type ComparedFile = { size: number; open: () => Promise<Readable> };

async function* inOrder(...files: readonly ComparedFile[]): AsyncGenerator<Uint8Array> {
  for (const { open } of files) yield* await open();
}

/**
 * Compares two PDFs in a process of its own, which is killed when it takes too much time or memory, or when `stop` is aborted.
 *
 * @throws ProgramFailed when that fails; errors of the source; the reason of `stop`
 */
export async function compareFiles(
  before: ComparedFile,
  after: ComparedFile,
  limits: ProgramLimits,
  stop: AbortSignal,
): Promise<Comparison['sheets']> {
  const source = Readable.from(inOrder(before, after));
  const said = await runLimitedProgram(
    program,
    [before, after].map(({ size }) => String(size)),
    source,
    limits,
    stop,
  );
  try {
    // Not trusted: a malicious file may have taken the process over.
    return v.parse(Found, JSON.parse(said.toString())).sheets;
  } catch {
    throw new ProgramFailed('crashed');
  }
}
