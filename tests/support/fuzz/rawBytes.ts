import { connect } from 'node:net';
import fc from 'fast-check';

const crlf = '\r\n';
const get = `GET /api/evjobs/stats HTTP/1.1${crlf}Host: x${crlf}${crlf}`;

/** Byte streams that no client sends, and some that are nearly requests. */
const streams = [
  get.repeat(5),
  `${get.slice(0, -2)}`,
  `GET /api/healthz HTTP/1.1${crlf}${crlf}`,
  `GET /api/healthz HTTP/9.9${crlf}Host: x${crlf}${crlf}`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `GET /api/jobs/%00%ff%c0%af HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `GET /api/../../etc/passwd HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `GET //evil.example/%2f..%2f HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `GET http://evil.example/api/evjobs/stats HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `CONNECT evil.example:443 HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}`,
  `OPTIONS * HTTP/1.1${crlf}Host: x${crlf}${crlf}`,
  `GET /api/healthz HTTP/1.1${crlf}Host: x${crlf}Upgrade: websocket${crlf}Connection: Upgrade${crlf}${crlf}`,
  `GET /api/healthz HTTP/1.1${crlf}Host: x${crlf}X: ${'y'.repeat(40_000)}${crlf}${crlf}`,
  `GET /api/healthz HTTP/1.1${crlf}${'X: y\r\n'.repeat(3000)}Host: x${crlf}${crlf}`,
  `GET /api/healthz HTTP/1.1${crlf}Host: x${crlf} folded: yes${crlf}${crlf}`,
  `GET /api/healthz HTTP/1.1${crlf}Host: x${crlf}B\0d: yes${crlf}${crlf}`,
  // Two lengths, which a proxy and a server may read differently.
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Content-Length: 5${crlf}Transfer-Encoding: chunked${crlf}${crlf}0${crlf}${crlf}${get}`,
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Content-Length: 5${crlf}Content-Length: 50${crlf}${crlf}hello${get}`,
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Transfer-Encoding: xchunked${crlf}${crlf}0${crlf}${crlf}${get}`,
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Content-Length: -1${crlf}${crlf}`,
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Content-Length: 99999999999999999999${crlf}${crlf}{}`,
  `POST /api/v2/evjobs HTTP/1.1${crlf}Host: x${crlf}Content-Length: 1000000${crlf}${crlf}{"half":`,
  `POST /api/jobs/report HTTP/1.1${crlf}Host: x${crlf}Transfer-Encoding: chunked${crlf}${crlf}ffffffffffffffff${crlf}x`,
  `POST /api/jobs/report HTTP/1.1${crlf}Host: x${crlf}Transfer-Encoding: chunked${crlf}${crlf}5;${'a'.repeat(20_000)}${crlf}hello${crlf}0${crlf}${crlf}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0'.repeat(100),
  crlf.repeat(50),
];

/** Bytes to send: one of those streams, sometimes with changed bytes, or random bytes. */
export const rawStream: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...streams).map((text) => Buffer.from(text, 'latin1')) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...streams), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }))
      .map(([text, changes]) => {
        const bytes = Buffer.from(text, 'latin1');
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        return bytes;
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)) },
);

/** Sends bytes, ends the sending, and resolves with the response once the server has closed the connection. */
export function sendBytes(port: number, bytes: Buffer, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The line was still open after ${limitMs / 1000} s.`));
    }, limitMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // A reset is a response as well.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(text);
    });
    socket.end(bytes);
  });
}
