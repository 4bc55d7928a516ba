import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Subscription, Subscriptions } from './subscriptions.ts';
import { checkVapid, Refused } from './vapid.ts';

/** The size that push services must accept, and that most of them accept at most. */
const mostBytes = 4096;

function one(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function ttlOf(request: IncomingMessage): number {
  const ttl = one(request, 'ttl');
  if (ttl === undefined || !/^\d+$/.test(ttl)) throw new Refused(400, 'TTL must be a number of seconds.');
  return Number(ttl);
}

function topicOf(request: IncomingMessage): string | null {
  const topic = one(request, 'topic') ?? null;
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) {
    throw new Refused(400, 'Topic must have 1 to 32 letters of base64url.');
  }
  return topic;
}

function urgencyOf(request: IncomingMessage): string {
  const urgency = one(request, 'urgency') ?? 'normal';
  if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) throw new Refused(400, 'Urgency is unknown.');
  return urgency;
}

function subscriptionOf(path: string, store: Subscriptions): Subscription {
  const found = store.withToken(/^\/push\/(\w+)$/.exec(path)?.[1] ?? '');
  if (!found) throw new Refused(404, 'There has never been such a subscription.');
  if (found.gone) throw new Refused(410, 'The browser took the subscription back.');
  return found;
}

/**
 * Accepts a push as in RFC 8030: checks the sender and the headers, stores it, and responds 201 with its location.
 *
 * @param deliver delivers the waiting pushes to a browser
 */
export async function takePush(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  store: Subscriptions,
  deliver: (uaid: string) => boolean,
): Promise<void> {
  const data = await buffer(request);
  try {
    if (request.method !== 'POST') throw new Refused(405, 'Pushes are sent with POST.');
    const subscription = subscriptionOf(request.url ?? '', store);
    const subject = await checkVapid(one(request, 'authorization'), origin, subscription.key);
    if (data.length > mostBytes) throw new Refused(413, `A push has at most ${mostBytes} bytes.`);
    if (data.length > 0 && one(request, 'content-encoding') !== 'aes128gcm') {
      throw new Refused(400, 'A push with a body must be encoded as aes128gcm.');
    }
    const push = store.take({
      endpoint: subscription.endpoint,
      topic: topicOf(request),
      urgency: urgencyOf(request),
      ttlSeconds: ttlOf(request),
      subject,
      data,
    });
    const isThere = deliver(subscription.uaid);
    if (push.ttlSeconds === 0 && !isThere) push.outcome = 'EXPIRED';
    response.writeHead(201, { location: `${origin}/message/${push.version}`, ttl: String(push.ttlSeconds) });
    response.end();
  } catch (error) {
    const status = error instanceof Refused ? error.status : 500;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: status, message: error instanceof Error ? error.message : error }));
  }
}
