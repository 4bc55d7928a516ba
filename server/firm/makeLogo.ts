import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { logoMessages } from '../../src/contract/logo.ts';
import type { Logo } from '../data/firm.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import {
  besideOf,
  type LimitedProgram,
  ProgramFailed,
  type ProgramLimits,
  runLimitedProgram,
} from '../programs/limitedProgram.ts';

const program: LimitedProgram = {
  script: besideOf(import.meta.url, './logoProgram.ts'),
  heapMegabytes: 256,
  mostAnswerBytes: 8 * 1024 * 1024,
};
const limits: ProgramLimits = {
  processorMs: 20_000,
  timeMs: 60_000,
  feedMs: 60_000,
  memoryBytes: 1024 * 1024 * 1024,
};

/** A PNG, by its first bytes. */
const png = v.pipe(v.string(), v.startsWith('iVBORw0KGgo'), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const size = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2000));
/** What the program says is not to be trusted: a malicious picture may have taken it over. */
const Said = v.union([
  v.object({ none: v.picklist(['broken', 'small', 'empty']) }),
  v.object({
    width: size,
    height: size,
    pictures: v.record(v.pipe(v.string(), v.regex(/^[\w-]{1,40}\.png$/)), png),
  }),
]);

async function run(picture: Buffer): Promise<v.InferOutput<typeof Said>> {
  try {
    const said = await runLimitedProgram(program, [], Readable.from([picture]), limits);
    return v.parse(Said, JSON.parse(said.toString('utf8')));
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.isOfMachine) throw new Refusal('rate-limited', { retryAfter: 5 });
    return { none: 'broken' };
  }
}

/** Makes what is shown of a logo from the picture that an admin sent. @throws Refusal `invalid` for one that cannot be used */
export async function makeLogo(picture: Buffer): Promise<Logo> {
  const said = await run(picture);
  if ('none' in said) throw invalid('picture', `Logo ${logoMessages[said.none]}`);
  const all = Object.entries(said.pictures).flat().join(' ');
  return { ...said, hash: hash('sha256', all).slice(0, 16) };
}
