import * as v from 'valibot';
import { yieldToBrowser } from '../timing.ts';
import { ApiError, asApiError, backendError } from './ApiError.ts';
import { readText } from './blobs.ts';

/** The parsed body of a response, without its envelope. */
export type ResponseBody = { value: unknown; status: number };

/** Parses JSON; returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Opens the envelope of §7: returns `body` and throws `errorMessage` of an object that has one of them; arrays, strings and other
 * objects pass through.
 */
function openEnvelope(text: string, response: Response): ResponseBody {
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const value = parseJson(text);
  if (value === undefined) {
    // JSON that breaks off settles nothing; plain text is a value.
    if (/json/i.test(type)) throw new ApiError('offline');
    return { value: text, status };
  }
  if (!isEnvelope(value)) return { value, status };
  if (value.errorMessage) throw backendError(status, value);
  return { value: value.body, status };
}

function isEnvelope(body: unknown): body is { body?: unknown; errorMessage?: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return 'body' in body || typeof (body as { errorMessage?: unknown }).errorMessage === 'string';
}

/**
 * Reads the body of a response and opens its envelope.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function readBody(response: Response, signal?: AbortSignal): Promise<ResponseBody> {
  let text: string;
  try {
    text = await readText(response);
  } catch (error) {
    signal?.throwIfAborted();
    throw asApiError(error);
  }
  return openEnvelope(text, response);
}

/**
 * Checks a body against the contract. Logs misfits by field and rule only, because responses contain personal data.
 *
 * @param settled whether a misfit settles the request: not that of a write, which was most likely carried out
 * @throws ApiError
 */
function checkBody<const S extends v.GenericSchema>(
  schema: S,
  name: string,
  { value, status }: ResponseBody,
  settled: boolean,
): v.InferOutput<S> {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  console.error(
    `The answer of "${name}" does not fit the contract:`,
    checked.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole)'}: expected ${issue.expected}`),
  );
  throw new ApiError('', 'EV Jobs needs an update. Reload the page and try again.', {
    status,
    definite: settled,
  });
}

/** Entries that are checked without a break; on a slow phone, that takes far less than a tap may wait. */
const sliceLength = 250;

/** Checks a body as `checkBody` does; a long list slice by slice, so that thousands of messages do not block the page. */
export async function checkBodyInSlices(
  schema: v.GenericSchema,
  name: string,
  body: ResponseBody,
  settled: boolean,
): Promise<unknown> {
  const { value } = body;
  if (!Array.isArray(value) || value.length <= sliceLength) return checkBody(schema, name, body, settled);
  const checked: unknown[] = [];
  for (let at = 0; at < value.length; at += sliceLength) {
    await yieldToBrowser();
    const slice = checkBody(schema, name, { ...body, value: value.slice(at, at + sliceLength) }, settled);
    // A call whose response is no list has thrown by now.
    checked.push(...(slice as unknown[]));
  }
  await yieldToBrowser();
  return checked;
}
