import type { AnswerKind } from './answers.ts';

/** A fault of one request; together they cover every fault of the wire in the queue's design. */
export type Fault =
  | { kind: 'cut before the body' }
  /** Cut after this share of the body's bytes. */
  | { kind: 'cut in the body'; share: number }
  /** The server has the whole request; whether it is carried out is open. */
  | { kind: 'cut before the answer' }
  /** It was carried out, and its response is lost. */
  | { kind: 'cut after commit' }
  | { kind: '502 after commit' }
  /** Delayed by this long, and delivered even if the sender has given up. */
  | { kind: 'late request'; ms: number }
  /** Carried out at once, with a response this late. */
  | { kind: 'late answer'; ms: number }
  | { kind: 'portal page' }
  | { kind: 'portal redirect' }
  /** A proxy responds itself; the server never gets the request. */
  | { kind: 'foreign answer'; answer: AnswerKind; status: number }
  /** The response comes in small pieces over so long. */
  | { kind: 'drip'; ms: number }
  /** Half of the response comes, then nothing for so long, then the connection is cut. */
  | { kind: 'stall'; ms: number };
export type FaultKind = Fault['kind'];

export const faultKinds = [
  'cut before the body',
  'cut in the body',
  'cut before the answer',
  'cut after commit',
  '502 after commit',
  'late request',
  'late answer',
  'portal page',
  'portal redirect',
  'foreign answer',
  'drip',
  'stall',
] as const satisfies readonly FaultKind[];

/** Longer than the product's timeout (§9). */
const pastLimitMs = 8500;

/** Returns the same numbers for the same seed: at least 0, below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a wait: most are short, so that many schedules can be played; one in six exceeds the product's timeout. */
function waitOf(random: () => number): number {
  return random() < 1 / 6 ? pastLimitMs : Math.round(100 + random() * 1900);
}

function faultOf(kind: FaultKind, random: () => number): Fault {
  switch (kind) {
    case 'foreign answer':
      return {
        kind,
        answer: random() < 0.5 ? 'foreign text' : 'foreign JSON',
        status: [400, 401, 403, 404, 503][Math.floor(random() * 5)] ?? 401,
      };
    case 'cut in the body':
      return { kind, share: random() * 0.95 };
    case 'late request':
    case 'late answer':
    case 'drip':
    case 'stall':
      return { kind, ms: waitOf(random) };
    default:
      return { kind };
  }
}

/** Weights the probability of a fault: mostly for writes, while the app's own files are cached by its worker. */
function weightOf({ method, path }: { method: string; path: string }): number {
  if (!path.startsWith('/api/')) return path.includes('googleapis') ? 0.2 : 0.05;
  return method === 'POST' && /^\/api\/(jobs|update)\//.test(path) ? 1 : 0.3;
}

/** Returns a plan for a proxy: each request has one of `kinds` with a probability of `rate`, always the same for one seed. */
export function faultPlan(seed: number, rate: number, kinds: readonly FaultKind[]) {
  const random = randomFrom(seed);
  return (asked: { method: string; path: string }): Fault | null => {
    const kind = kinds[Math.floor(random() * kinds.length)];
    return kind && random() < rate * weightOf(asked) ? faultOf(kind, random) : null;
  };
}
