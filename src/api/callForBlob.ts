import { strangerError } from './ApiError.ts';
import { type BlobCallName, type CallOptions, outgoing } from './client.ts';
import { readAnswer } from './envelope.ts';
import { wireError } from './exchange.ts';
import { noted } from './reach.ts';
import { readResumed } from './resumedBlob.ts';
import { type Outgoing, transmit } from './transport.ts';

/**
 * One call of §7 whose answer is a file (`attachment`, `download`).
 *
 * @throws ApiError for every failure, also where a refusal came under a 200; the signal's reason when aborted
 */
export function callForBlob<N extends BlobCallName>(name: N, options: CallOptions<N>): Promise<Blob> {
  return noted(fileAt(name, options), true);
}

function fileAt<N extends BlobCallName>(name: N, options: CallOptions<N>): Promise<Blob> {
  return fileOf(outgoing(name, options));
}

/** The file that a request is answered with. @throws ApiError, also where it is a refusal under a 200 */
export async function fileOf(
  request: Outgoing & Pick<CallOptions<BlobCallName>, 'onProgress'>,
): Promise<Blob> {
  const { signal } = request;
  const response = await transmit(request);
  const type = response.headers.get('content-type') ?? '';
  if (/html/i.test(type)) throw strangerError(response.status);
  if (/^application\/json/i.test(type)) {
    await readAnswer(response, signal);
    throw strangerError(response.status);
  }
  try {
    return await readResumed(response, (headers) => transmit({ ...request, headers }), request);
  } catch (error) {
    throw wireError(error, signal);
  }
}
