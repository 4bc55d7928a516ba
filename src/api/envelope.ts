import * as v from 'valibot';
import { ApiError, failureOf, strangerError } from './ApiError.ts';
import { readText } from './blob.ts';
import { wireError } from './exchange.ts';

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/**
 * What an answer's text says, as §7 has it: of an object with `body` or `errorMessage`, an errorMessage becomes an
 * error and else `body` is the answer; arrays, strings and other objects pass through.
 */
function openEnvelope(text: string, contentType: string, status: number): unknown {
  if (/text\/html/i.test(contentType) || /^\s*</.test(text)) throw strangerError(status);
  const parsed = parseJson(text);
  if (!parsed.ok) {
    // A JSON answer that was cut off on its way settles nothing; plain text is an answer.
    if (/json/i.test(contentType)) throw strangerError(status);
    return text;
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('errorMessage' in value && value.errorMessage) throw failureOf(status, value);
  return 'body' in value || 'errorMessage' in value ? (value as { body?: unknown }).body : value;
}

/**
 * An answer's body, out of its envelope.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  let text: string;
  try {
    text = await readText(response);
  } catch (error) {
    throw wireError(error, signal);
  }
  return openEnvelope(text, type, response.status);
}

/**
 * The answer, checked against the contract. What does not fit is named in the console by field and rule only: answers
 * hold people's data.
 *
 * @param settled whether a misfit settles the request (true for a read; a write was most likely carried out)
 */
export function checkAnswer<const S extends v.GenericSchema>(
  schema: S,
  name: string,
  answer: unknown,
  status: number,
  settled: boolean,
): v.InferOutput<S> {
  const checked = v.safeParse(schema, answer);
  if (checked.success) return checked.output;
  console.error(
    `The answer of "${name}" does not fit the contract:`,
    checked.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole)'}: expected ${issue.expected}`),
  );
  throw new ApiError('', 'The service answered in a way this version of the app does not understand.', {
    status,
    definite: settled,
  });
}
