import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { decrypt } from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import * as v from 'valibot';
import { PushPayload } from '../../../src/contract/users/notifications.ts';

/** A browser's half of a subscription. */
export type BrowserKeys = { curve: ECDH; auth: Buffer };

function newBrowserKeys(): BrowserKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, auth: randomBytes(16) };
}

/** Decrypts the body of a push as a browser does. */
export function decryptPush(body: Buffer, { curve, auth }: BrowserKeys): string {
  return decrypt(body, { version: 'aes128gcm', privateKey: curve, authSecret: auth }).toString('utf8');
}

/** A push that arrived, decrypted as the browser does it. */
export type Arrival = {
  endpoint: string;
  payload: PushPayload;
  topic: string;
  urgency: string;
  ttl: number;
  /** The subject of the signature: the sender. */
  subject: string;
  bytes: number;
};

/** The push service's response to a valid push; `null` never responds. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | null;

export type PushEndpoint = {
  origin: string;
  /** Host and port. */
  service: string;
  /** Creates a subscription, as a browser registers it, to the server with this VAPID key. */
  subscribe(publicKey: string): {
    endpoint: string;
    keys: { p256dh: string; auth: string };
    label: string;
  };
  /** Every valid push, whatever the response. */
  arrivals: Arrival[];
  /** Why pushes were invalid. */
  faults: string[];
  /** The largest number of concurrent requests. */
  mostAtOnce(): number;
  /** Sets the response to pushes from now on; 201 at first. */
  answer(how: (arrival: Arrival) => PushAnswer | Promise<PushAnswer>): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the subject of a request that is signed with the key of the subscription (RFC 8292); throws for any other. */
async function signedBy(request: IncomingMessage, origin: string, publicKey: string): Promise<string> {
  const [, token = '', key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('another key than the one subscribed to');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
    { audience: origin, algorithms: ['ES256'], requiredClaims: ['exp', 'sub'] },
  );
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 3600) throw new Error('a signature for more than a day');
  return payload.sub ?? '';
}

/** Starts a push service on this machine that accepts and refuses pushes as the real ones do (RFC 8030). */
export async function openPushEndpoint(): Promise<PushEndpoint> {
  const subscriptions = new Map<string, { keys: BrowserKeys; publicKey: string }>();
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  let how: (arrival: Arrival) => PushAnswer | Promise<PushAnswer> = () => ({ status: 201 });
  let atOnce = 0;
  let most = 0;
  let origin = '';

  async function arrivalOf(request: IncomingMessage): Promise<Arrival> {
    const endpoint = `${origin}${request.url}`;
    const subscription = subscriptions.get(endpoint);
    if (request.method !== 'POST' || !subscription) throw new Error('no such subscription');
    const { headers } = request;
    const subject = await signedBy(request, origin, subscription.publicKey);
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
    const body = await bodyOf(request);
    if (body.length > 4096) throw new Error('too many bytes');
    const topic = String(headers.topic ?? '');
    if (!/^[\w-]{1,32}$/.test(topic)) throw new Error('a bad topic');
    const payload = v.parse(
      v.strictObject(PushPayload.entries),
      JSON.parse(decryptPush(body, subscription.keys)),
    );
    const [urgency, ttl] = [String(headers.urgency), Number(headers.ttl)];
    return { endpoint, payload, topic, urgency, ttl, subject, bytes: body.length };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    let answer: PushAnswer;
    try {
      const arrival = await arrivalOf(request);
      arrivals.push(arrival);
      answer = await how(arrival);
    } catch (error) {
      faults.push(String(error));
      answer = { status: 400 };
    }
    if (answer) response.writeHead(answer.status, answer.headers).end();
  }

  const server: Server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The push service has no port.');
  const service = `127.0.0.1:${address.port}`;
  origin = `http://${service}`;

  return {
    origin,
    service,
    subscribe(publicKey) {
      const keys = newBrowserKeys();
      const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`;
      subscriptions.set(endpoint, { keys, publicKey });
      return {
        endpoint,
        keys: { p256dh: keys.curve.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
        label: 'Firefox on Linux',
      };
    },
    arrivals,
    faults,
    mostAtOnce: () => most,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
