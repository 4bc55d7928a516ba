import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** One address for several servers, which get the requests in turn. */
export type Balancer = { url: string; close(): Promise<void> };

/** @param targets their origins; a server that does not accept connections is skipped */
export async function startBalancer(targets: readonly string[], port = 0): Promise<Balancer> {
  let turn = 0;

  function passOn(near: IncomingMessage, answer: ServerResponse, left = targets.length): void {
    const { hostname: host, port: at } = new URL(targets[turn++ % targets.length] ?? '');
    const { method, url, headers } = near;
    // Each request has its own connection, so that none of its bytes is consumed before a server has accepted it.
    const far = requestTo({ host, port: at, method, path: url, headers, agent: false }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      // A response that breaks off breaks off.
      pipeline(back, answer, () => undefined);
    });
    far.once('socket', (socket) => socket.once('connect', () => near.pipe(far)));
    far.on('error', (error) => {
      const nobody = 'code' in error && error.code === 'ECONNREFUSED';
      if (nobody && left > 1) passOn(near, answer, left - 1);
      else answer.destroy();
    });
    answer.on('close', () => far.destroy());
  }

  const server = createServer((near, answer) => passOn(near, answer));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
