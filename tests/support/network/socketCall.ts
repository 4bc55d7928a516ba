import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Ask, callOf } from '../server/call.ts';
import type { TestServer } from '../server/server.ts';

/** Returns the port of a test server, which listens on loopback from here on. */
export async function portOf({ app }: TestServer): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends requests over a real socket, as clients do. */
export function askOverSocket(port: number): Ask {
  const agent = new Agent({ keepAlive: true });
  return ({ method, url, headers, payload }) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path: url, method, headers, agent });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        buffer(incoming).then((rawPayload) => {
          const body = rawPayload.toString();
          resolve({
            statusCode: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body,
            rawPayload,
            json: () => JSON.parse(body),
          });
        }, reject);
      });
      outgoing.end(payload);
    });
}

/** Returns `server.call` over a real socket. */
export async function callOverSocket(server: TestServer): Promise<TestServer['call']> {
  return callOf(askOverSocket(await portOf(server)), server.token);
}
