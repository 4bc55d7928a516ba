import type * as v from 'valibot';
import { checkAnswer } from './envelope.ts';
import { pause } from './pause.ts';

/** Entries checked without a pause: on a slow phone still far less than a tap may wait. */
const sliceLength = 250;

/**
 * The answer, checked against the contract as `checkAnswer` does it; a long list piece by piece, so that a conversation of
 * thousands of messages does not hold up the page.
 */
export async function checkInSlices(
  schema: v.GenericSchema,
  name: string,
  answer: unknown,
  status: number,
  settled: boolean,
): Promise<unknown> {
  if (!Array.isArray(answer) || answer.length <= sliceLength) {
    return checkAnswer(schema, name, answer, status, settled);
  }
  const checked: unknown[] = [];
  for (let at = 0; at < answer.length; at += sliceLength) {
    await pause();
    const slice = checkAnswer(schema, name, answer.slice(at, at + sliceLength), status, settled);
    // What is no list to the contract has been refused by now.
    checked.push(...(slice as unknown[]));
  }
  await pause();
  return checked;
}
