import { Buffer } from 'node:buffer';

export const endedEarly = 'fewer bytes than announced';

/** Reads standard input. @throws where it has other than so many bytes */
export async function readInput(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    if (at + chunk.length > bytes.length) throw new Error('more bytes than announced');
    at += chunk.copy(bytes, at);
  }
  if (at < bytes.length) throw new Error(endedEarly);
  return bytes;
}
