import { Agent, request as requestTo } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { generate } from 'selfsigned';
import { listen } from './listen.ts';

/** Connection headers of HTTP/1.1, which HTTP/2 forbids. */
const ofTheLine = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

/** Terminates TLS and HTTP/2 in front of the server at `target`, as a company's own proxy does; with a self-signed certificate. */
export async function startHttp2Front(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port: targetPort } = new URL(target);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const agent = new Agent({ keepAlive: true });
  const sessions = new Set<{ destroy(): void }>();

  function passOn(near: Http2ServerRequest, answer: Http2ServerResponse): void {
    const { ':authority': host = '', ...given } = near.headers;
    const headers = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith(':')));
    const { method, url: path } = near;
    const far = requestTo({
      host: hostname,
      port: targetPort,
      method,
      path,
      headers: { ...headers, host },
      agent,
    });
    far.on('error', () => answer.stream?.destroy());
    far.on('response', (back) => {
      const said = Object.entries(back.headers).filter(([name]) => !ofTheLine.has(name));
      answer.writeHead(back.statusCode ?? 502, Object.fromEntries(said));
      back.on('error', () => answer.stream?.destroy());
      back.pipe(answer);
    });
    answer.on('close', () => far.destroy());
    near.pipe(far);
  }

  const server = createSecureServer({ key, cert }, passOn);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  });
  return {
    url: `https://127.0.0.1:${await listen(server)}`,
    async close() {
      for (const session of sessions) session.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
