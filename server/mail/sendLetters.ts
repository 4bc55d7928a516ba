import { setTimeout as wait } from 'node:timers/promises';
import type { Letter, Mail } from './mail.ts';

/** What a mail server that is busy or restarting is given to come back; short, because a stop of ours waits for it. */
const retryDelaysMs = [1000, 5000];

/** SMTP says with 5xx that trying again is of no use. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

async function sendOne(mail: Mail, letter: Letter, delaysMs: readonly number[]): Promise<void> {
  const [delayMs, ...later] = delaysMs;
  try {
    await mail.send(letter);
  } catch (error) {
    if (delayMs === undefined || isFinal(error)) throw error;
    await wait(delayMs);
    await sendOne(mail, letter, later);
  }
}

/**
 * Sends every letter, each again when the mail server was not there.
 *
 * @throws when some were not taken, after all were tried; the error names no person
 */
export async function sendLetters(
  mail: Mail,
  letters: readonly Letter[],
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<void> {
  const results = await Promise.allSettled(letters.map((letter) => sendOne(mail, letter, delaysMs)));
  const reasons = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => codeOf(reason));
  if (reasons.length === 0) return;
  throw new Error(
    `${reasons.length} of ${letters.length} letters were not taken: ${[...new Set(reasons)].join(', ')}.`,
  );
}
