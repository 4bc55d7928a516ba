import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { WebSocket } from 'ws';
import { type PushService, startPushService } from '../../support/pushService/pushService.ts';

const keys = webPush.generateVAPIDKeys();
const Told = v.object({
  messageType: v.string(),
  uaid: v.optional(v.string()),
  channelID: v.optional(v.string()),
  pushEndpoint: v.optional(v.string()),
  version: v.optional(v.string()),
  data: v.optional(v.string()),
});
type Told = v.InferOutput<typeof Told>;

/** A browser's side of the line. */
async function connect(service: PushService, uaid?: string) {
  const told: Told[] = [];
  const socket = new WebSocket(service.socketUrl, 'push-notification');
  socket.on('message', (bytes) => told.push(v.parse(Told, JSON.parse(String(bytes)))));
  await once(socket, 'open');
  const say = (words: object) => socket.send(JSON.stringify(words));
  const hear = (messageType: string, count = 1) =>
    expect
      .poll(() => told.filter((each) => each.messageType === messageType).length)
      .toBe(count)
      .then(() => told.filter((each) => each.messageType === messageType));
  say({ messageType: 'hello', use_webpush: true, broadcasts: {}, ...(uaid && { uaid }) });
  const [hello] = await hear('hello');
  return {
    uaid: hello?.uaid,
    say,
    hear,
    async register(channelID = 'channel-1') {
      say({ messageType: 'register', channelID, key: `${keys.publicKey}=` });
      return (await hear('register'))[0]?.pushEndpoint ?? '';
    },
    async leave() {
      socket.close();
      await expect.poll(() => service.connected()).toBe(0);
    },
  };
}

type Sent = {
  headers?: Record<string, string>;
  body?: string;
  signer?: webPush.VapidKeys;
  audience?: string;
};

function send(endpoint: string, { headers = {}, body = 'sealed', signer = keys, audience }: Sent = {}) {
  const { Authorization } = webPush.getVapidHeaders(
    audience ?? new URL(endpoint).origin,
    'mailto:push@example.com',
    signer.publicKey,
    signer.privateKey,
    'aes128gcm',
  );
  const all = { TTL: '60', 'Content-Encoding': 'aes128gcm', Authorization, ...headers };
  return fetch(endpoint, { method: 'POST', body, headers: all });
}

describe('the push service of the tests', () => {
  let service: PushService;
  beforeEach(async () => {
    service = await startPushService();
  });
  afterEach(() => service.close());

  it('passes a push to the browser unchanged, and records the browser’s reply', async () => {
    const browser = await connect(service);
    const endpoint = await browser.register();
    const answer = await send(endpoint);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toContain('/message/');
    const [push] = await browser.hear('notification');
    expect(Buffer.from(push?.data ?? '', 'base64url').toString()).toBe('sealed');
    expect(service.pushes[0]).toMatchObject({ outcome: 'WAITING', subject: 'mailto:push@example.com' });
    browser.say({
      messageType: 'ack',
      updates: [{ channelID: 'channel-1', version: push?.version, code: 101 }],
    });
    await expect.poll(() => service.pushes[0]?.outcome).toBe('NOT_DECRYPTED');
    browser.say({ messageType: 'nack', version: push?.version, code: 301 });
    await expect.poll(() => service.pushes[0]?.outcome).toBe('FAILED_IN_WORKER');
  });

  it('stores pushes for an absent browser: the last of a topic, and none beyond its time to live', async () => {
    const browser = await connect(service);
    const endpoint = await browser.register();
    await browser.leave();
    for (const body of ['one', 'two']) await send(endpoint, { body, headers: { Topic: 'job-1' } });
    await send(endpoint, { body: 'at once or never', headers: { TTL: '0' } });
    await send(endpoint, { body: 'soon or never', headers: { TTL: '1' } });
    await send(endpoint, { body: 'three' });
    await sleep(1100);
    const back = await connect(service, browser.uaid);
    const told = await back.hear('notification', 2);
    expect(told.map(({ data }) => Buffer.from(data ?? '', 'base64url').toString())).toEqual(['two', 'three']);
    expect(service.pushes.map(({ outcome }) => outcome)).toEqual([
      'REPLACED',
      'WAITING',
      'EXPIRED',
      'EXPIRED',
      'WAITING',
    ]);
  });

  it('passes a push again when the connection broke before it was acknowledged', async () => {
    const browser = await connect(service);
    await send(await browser.register());
    await browser.hear('notification');
    service.cut();
    const back = await connect(service, browser.uaid);
    await back.hear('notification');
    expect(service.pushes[0]?.handedOver).toBe(2);
  });

  it('rejects an unknown browser', async () => {
    expect((await connect(service, 'made-up')).uaid).not.toBe('made-up');
  });

  it('refuses a sender without the key the subscription was made for', async () => {
    const endpoint = await (await connect(service)).register();
    const unsigned = await fetch(endpoint, { method: 'POST', headers: { TTL: '60' } });
    expect(unsigned.status).toBe(401);
    expect((await send(endpoint, { signer: webPush.generateVAPIDKeys() })).status).toBe(403);
    const stranger = webPush.generateVAPIDKeys();
    const forged = { publicKey: keys.publicKey, privateKey: stranger.privateKey };
    expect((await send(endpoint, { signer: forged })).status).toBe(403);
    expect((await send(endpoint, { audience: 'https://push.example.com' })).status).toBe(403);
  });

  it('refuses what no push service accepts', async () => {
    const browser = await connect(service);
    const endpoint = await browser.register();
    expect((await send(endpoint, { headers: { TTL: 'soon' } })).status).toBe(400);
    expect((await send(endpoint, { headers: { Topic: 'x'.repeat(33) } })).status).toBe(400);
    expect((await send(endpoint, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(400);
    expect((await send(endpoint, { body: 'x'.repeat(4097) })).status).toBe(413);
    expect((await send(`${service.origin}/push/nobody`)).status).toBe(404);
    browser.say({ messageType: 'unregister', channelID: 'channel-1' });
    await browser.hear('unregister');
    expect((await send(endpoint)).status).toBe(410);
    expect(service.pushes).toEqual([]);
  });

  it('fails and forgets as instructed', async () => {
    const endpoint = await (await connect(service)).register();
    service.answerWith({ status: 503, headers: { 'Retry-After': '7' } });
    const answer = await send(endpoint);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    service.answerWith(null);
    service.forget(endpoint);
    expect((await send(endpoint)).status).toBe(410);
  });
});
