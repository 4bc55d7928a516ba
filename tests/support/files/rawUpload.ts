import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestFile } from '../server/call.ts';
import type { TestServer } from '../server/server.ts';

const boundary = 'the-boundary';

/** Returns the head of a text part. */
export function textPart(name: string, value: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** Returns the head of a file part; its bytes and a line end follow. */
export function filePart(fileName: string, type = 'application/octet-stream'): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
}

export function wholeFile({ name, type, bytes }: TestFile): Buffer {
  return Buffer.concat([Buffer.from(filePart(name, type)), bytes, Buffer.from('\r\n')]);
}

export const endOfParts = `--${boundary}--\r\n`;

export type RawAnswer = {
  status: number;
  body: { body?: unknown; errorMessage?: string; code?: string; field?: string };
};

/**
 * Sends multipart data over a real socket, in the given chunks and as fast as they are accepted, so that data no browser
 * would send can be sent, and nothing has to fit into memory.
 *
 * @param body throwing from it breaks the connection
 */
export async function sendRaw(
  server: TestServer,
  path: string,
  body: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<RawAnswer> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path: `/api${path}`,
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${server.token('client')}`,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    const closed = once(outgoing, 'close').catch(() => {});
    (async () => {
      for await (const piece of body) {
        if (outgoing.destroyed) return;
        if (!outgoing.write(piece)) {
          await Promise.race([once(outgoing, 'drain'), closed]);
        }
      }
      outgoing.end();
    })().catch((error: Error) => outgoing.destroy(error));
  });
}
