import { readAnswer } from './envelope.ts';
import { countedWrite } from './underWay.ts';

/** Sends a request and opens the envelope of its answer; a write counts as under way until both are done. */
export function answered(
  send: () => Promise<Response>,
  write: boolean,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; answer: unknown }> {
  const whole = async () => {
    const response = await send();
    return { response, answer: await readAnswer(response, signal) };
  };
  return write ? countedWrite(whole) : whole();
}
