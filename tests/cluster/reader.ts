import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer } from '../support/network/outsider.ts';

/** What is read again and again. */
export type Read = {
  url: string;
  method?: string;
  /** JSON. */
  body?: object;
  /** Of the whole bytes, in hex; a ZIP is whole by its last record. */
  sha256?: string;
  isZip?: boolean;
  everyMs: number;
};

type Outcome = { count: number; shortestMs: number; longestMs: number };

export const patienceMs = 60_000;

/** Says whether all bytes came, or where they broke off. */
async function bodyOf(answer: Response, { sha256, isZip }: Read): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of answer.body ?? []) chunks.push(chunk);
  } catch {
    return ', broken off';
  }
  const bytes = Buffer.concat(chunks);
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    return ', OTHER BYTES';
  if (isZip && !bytes.subarray(-22).toString('latin1').startsWith('PK\x05\x06')) return ', NO ZIP';
  return '';
}

/** Reads once. @returns status, the sentence of a failure, and what became of the body */
export async function readOnce(email: string, read: Read): Promise<string> {
  try {
    const answer = await fetch(read.url, {
      method: read.method ?? (read.body ? 'POST' : 'GET'),
      headers: { authorization: bearer(email), 'content-type': 'application/json' },
      ...(read.body && { body: JSON.stringify(read.body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.ok) return `${answer.status}${await bodyOf(answer, read)}`;
    const text = await answer.text();
    const { errorMessage = '' } = text ? JSON.parse(text) : {};
    const after = answer.headers.get('retry-after');
    return `${answer.status}${errorMessage && ` “${errorMessage}”`}${after ? `, Retry-After ${after}` : ''}`;
  } catch (error) {
    return `no response (${error instanceof Error ? error.name : error})`;
  }
}

/** Makes each of these reads again and again, until `stop`. */
export function startReader(email: string, reads: Readonly<Record<string, Read>>) {
  let isOver = false;
  const outcomes = new Map<string, Map<string, Outcome>>();
  /** When each was last answered with 200 and all bytes, by `performance.now()`. */
  const wellAt = new Map<string, number>();

  async function repeat(name: string, read: Read): Promise<void> {
    const own = new Map<string, Outcome>();
    outcomes.set(name, own);
    while (!isOver) {
      const began = performance.now();
      const said = await readOnce(email, read);
      const ms = performance.now() - began;
      const { count, shortestMs, longestMs } = own.get(said) ?? { count: 0, shortestMs: ms, longestMs: ms };
      own.set(said, {
        count: count + 1,
        shortestMs: Math.min(shortestMs, ms),
        longestMs: Math.max(longestMs, ms),
      });
      if (said === '200') wellAt.set(name, performance.now());
      await sleep(read.everyMs);
    }
  }
  const all = Object.entries(reads).map(([name, read]) => repeat(name, read));
  return {
    outcomes,
    isWell: (name: string, since: number) => (wellAt.get(name) ?? 0) > since,
    wellAt: (name: string) => wellAt.get(name) ?? Number.NaN,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}
