import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { generate } from 'selfsigned';
import { listen } from '../support/network/listen.ts';
import { type Person, tokenOf } from '../support/server/people.ts';

export type PublishedKeys = {
  /** The port of a proxy to the internet, on which there is only Google's address of the keys. */
  proxyPort: number;
  /** The certificate of that address. */
  certificate: string;
  token(person: Person): Promise<string>;
  close(): void;
};

/** Publishes keys as Google does for a Firebase project, behind a proxy as firms have one. */
export async function publishKeys(): Promise<PublishedKeys> {
  const host = 'www.googleapis.com';
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = { kid: 'key-1', alg: 'RS256', use: 'sig' };
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), ...key }] });
  const made = await generate([{ name: 'commonName', value: host }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const google = createSecureServer({ key: made.private, cert: made.cert }, (_, response) =>
    response.setHeader('content-type', 'application/json').end(keys),
  );
  const proxy: Server = createServer().on('connect', ({ url }, socket) => {
    socket.on('error', () => undefined);
    if (url !== `${host}:443`) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    else socket.write('HTTP/1.1 200 OK\r\n\r\n', () => google.emit('connection', socket));
  });
  return {
    proxyPort: await listen(proxy),
    certificate: made.cert,
    token: (person) =>
      new SignJWT(decodeJwt(tokenOf(person, Date.now())))
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
        .sign(privateKey),
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
