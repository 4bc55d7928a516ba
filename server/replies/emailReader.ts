import { Readable } from 'node:stream';
import * as v from 'valibot';
import { Refusal } from '../errors/errors.ts';
import {
  besideOf,
  type LimitedProgram,
  ProgramFailed,
  type ProgramLimits,
  runLimitedProgram,
} from '../programs/limitedProgram.ts';

const SaidFile = v.object({
  /** `''` when it has none. */
  fileName: v.string(),
  contentType: v.string(),
  /** Whether it belongs into the text, as a pasted picture and the logo of a signature do. */
  isInText: v.boolean(),
  /** Whether it is a picture that nobody can see: of one pixel or so. */
  isDot: v.boolean(),
  /** Hex hash of the bytes. */
  sha256: v.string(),
  /** Bytes. */
  size: v.number(),
});

/** A part of an email besides its text. */
export type EmailPart = Omit<v.InferOutput<typeof SaidFile>, 'size'> & { content: Buffer };

const SaidEmail = v.object({
  /** Addresses in From, in lower case. */
  from: v.array(v.object({ address: v.string(), name: v.string() })),
  subject: v.string(),
  /** With angle brackets; `''` when it has none. */
  messageId: v.string(),
  /** The same for each copy of this email. A program may give it to another one too. */
  id: v.string(),
  /** Names in lower case and values of the header fields, the topmost first, unfolded and not decoded. */
  headers: v.array(v.tuple([v.string(), v.string()])),
  /** The content type without parameters, in lower case. */
  contentType: v.string(),
  /** What its sender wrote, see `replyText`. */
  text: v.string(),
  /** The whole text as it came. */
  whole: v.string(),
  unread: v.nullable(v.picklist(['too-large', 'too-complex'])),
  files: v.array(SaidFile),
});
type SaidEmail = v.InferOutput<typeof SaidEmail>;

/** An email as it arrived. Nothing in it is trusted. */
export type ArrivedEmail = Omit<SaidEmail, 'unread' | 'files'> & { files: EmailPart[] };

const Nothing = v.object({ none: v.picklist(['no-email', 'broken']) });

/** What is known of an email once it was read: all of it, its headers and why no more, or that there is none. */
export type ReadEmail = { email: ArrivedEmail; unread: SaidEmail['unread'] } | v.InferOutput<typeof Nothing>;

/** How an email is read. */
export type EmailReader = (
  raw: Buffer,
  how: {
    /** The content type of the body that has it in a field; `''` for the email itself. */
    contentType: string;
    ours: readonly string[];
    /** Whether the email comes again where the machine has no room to read it. */
    comesAgain: boolean;
  },
) => Promise<ReadEmail>;

const program: LimitedProgram = {
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

const Said = v.union([Nothing, SaidEmail]);

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
 *
 * @throws Refusal `unavailable` where the machine has no room for that: the email has to come again
 */
export const readInProcess: EmailReader = async (raw, { contentType, ours, comesAgain }) => {
  const run = async (part: 'whole' | 'head') =>
    readSaid(
      await runLimitedProgram(program, [contentType, part, ...ours], Readable.from(inPieces(raw)), limits),
    );
  try {
    return await run('whole');
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (comesAgain && error.why === 'killed') throw new Refusal('unavailable');
  }
  try {
    return await run('head');
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.isOfMachine) throw new Refusal('unavailable');
    return { none: 'broken' };
  }
};
