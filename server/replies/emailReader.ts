import { Readable } from 'node:stream';
import * as v from 'valibot';
import { besideOf, type Program, ProgramFailed, type ProgramLimits, runProgram } from '../limitedProgram.ts';
import type { ArrivedEmail } from './readEmail.ts';

/** What is known of an email once it was read: all of it, its headers and why no more, or that there is none. */
export type ReadEmail =
  | { email: ArrivedEmail; unread: 'too-large' | 'too-complex' | null }
  | { none: 'no-email' | 'broken' };

/** How an email is read. */
export type EmailReader = (
  raw: Buffer,
  how: {
    /** The content type of the body that has it in a field; `''` for the email itself. */
    contentType: string;
    ours: readonly string[];
  },
) => Promise<ReadEmail>;

const program: Program = {
  script: besideOf(import.meta.url, './emailProgram.ts'),
  reads: [besideOf(import.meta.url, './'), besideOf(import.meta.url, '../mail/replyMarker.ts')],
  heapMegabytes: 512,
  mostAnswerBytes: 64 * 1024 * 1024,
};

const limits: ProgramLimits = {
  processorMs: 10_000,
  timeMs: 60_000,
  feedMs: 60_000,
  memoryBytes: 1024 * 1024 * 1024,
};

const Said = v.union([
  v.object({ none: v.picklist(['no-email', 'broken']) }),
  v.object({
    from: v.array(v.object({ address: v.string(), name: v.string() })),
    subject: v.string(),
    messageId: v.string(),
    id: v.string(),
    headers: v.array(v.tuple([v.string(), v.string()])),
    contentType: v.string(),
    text: v.string(),
    whole: v.string(),
    unread: v.nullable(v.picklist(['too-large', 'too-complex'])),
    files: v.array(
      v.object({
        fileName: v.string(),
        contentType: v.string(),
        isInText: v.boolean(),
        isDot: v.boolean(),
        sha256: v.string(),
        size: v.number(),
      }),
    ),
  }),
]);

/** Bytes that are handed on at once, so that no step of the event loop is long. */
const pieceBytes = 256 * 1024;

/** Yields bytes piece by piece, and lets the event loop do other work between two of them. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await new Promise(setImmediate);
  }
}

function readSaid(said: Buffer): ReadEmail {
  const end = said.indexOf('\n');
  const { output, success } = v.safeParse(Said, JSON.parse(said.toString('utf8', 0, end)));
  if (!success) throw new ProgramFailed('crashed');
  if ('none' in output) return output;
  const { unread, ...email } = output;
  let at = end + 1;
  const files = email.files.map(({ size, ...file }) => {
    const content = said.subarray(at, at + size);
    at += size;
    return { ...file, content };
  });
  return { email: { ...email, files }, unread };
}

/**
 * Reads an email in a process of its own. One that takes too much time or memory counts as too complex: then only its headers are read.
 */
export const readInProcess: EmailReader = async (raw, { contentType, ours }) => {
  const run = async (part: 'whole' | 'head') =>
    readSaid(await runProgram(program, [contentType, part, ...ours], Readable.from(inPieces(raw)), limits));
  try {
    return await run('whole');
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
  }
  try {
    return await run('head');
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    return { none: 'broken' };
  }
};
