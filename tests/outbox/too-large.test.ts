import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteReachable } from '../../src/api/connectivity.ts';
import { responseMark } from '../../src/contract/calls.ts';
import { tusHeader, tusVersion, uploadsPath } from '../../src/contract/files/uploads.ts';
import { sendStateText } from '../../src/outbox/kinds/sendState.ts';
import type { Outbox } from '../../src/outbox/Outbox.ts';
import { createWire } from '../../src/outbox/sending/wire.ts';
import { answerJson, testBackend, wireJob } from '../app/support/backend.ts';
import { inTheEnd } from '../support/app/inTheEnd.ts';
import { type Asked, type FaultProxy, startFaultProxy } from '../support/network/faultProxy.ts';
import { ada, copiedFile, delivered, message, type TestDevice, testDevice } from './support.ts';

const backend = testBackend();
let proxy: FaultProxy;

/** Stands a proxy before a backend that takes files in pieces. */
beforeEach(async () => {
  proxy = await startFaultProxy(backend.origin);
  vi.stubGlobal('location', new URL(proxy.url));
  noteReachable();
  const offsets = new Map<string, number>();
  backend.handle = ({ method, url, headers, body }, response) => {
    const id = url.split('/').at(-1) ?? '';
    const tus = { [tusHeader]: tusVersion, [responseMark]: '1' };
    if (!url.includes(uploadsPath)) {
      const communication = delivered(body.includes('plan of the roof') ? 'plan of the roof' : '', 'm1');
      return answerJson(response, 200, {
        body: method === 'GET' ? { total: 0 } : { job: wireJob, communication },
      });
    }
    if (method === 'POST') {
      const made = crypto.randomUUID();
      offsets.set(made, 0);
      response.writeHead(201, { ...tus, location: `${uploadsPath}/${made}` }).end();
      return;
    }
    if (method === 'PATCH') offsets.set(id, (offsets.get(id) ?? 0) + Number(headers['content-length'] ?? 0));
    response.writeHead(204, { ...tus, 'upload-offset': String(offsets.get(id) ?? 0) }).end();
  };
});
afterEach(() => proxy.close());

/** Cuts every body above a size in its middle. */
function cutAbove(most: number) {
  return ({ bytes }: Asked) => (bytes > most ? ({ kind: 'cut in the body', share: 0.5 } as const) : null);
}

/** Tries a record again and again, each time once its wait is over. */
async function tryFor(device: TestDevice, page: Outbox, tries: number) {
  for (let n = 0; ; n += 1) {
    const record = await inTheEnd(async () => {
      const [one] = await page.records(ada.uid);
      // The clock stands still while a real request is under way.
      expect(one?.state === 'queued' && one.attempts === 0).toBe(false);
      expect(one?.state).not.toBe('sending');
      return one;
    });
    const isOver = !record || record.state === 'failed' || record.state === 'acked';
    if (isOver || n === tries) return record;
    await device.pass(5 * 60_000);
    await inTheEnd(async () => {
      const [one] = await page.records(ada.uid);
      expect(one?.attempts !== record.attempts || one.state !== record.state).toBe(true);
    });
  }
}

async function sendPlan(bytes: number) {
  const device = testDevice();
  const page = device.page({ wire: createWire() });
  await page.send(ada, message('plan of the roof'), [copiedFile('plan.pdf', 'x'.repeat(bytes))]);
  return { device, page };
}

test.each([
  ['in its own request', 300 * 1024],
  ['in pieces', 3 * 1024 * 1024],
])(
  'a file that goes %s and that a proxy cuts off however small its pieces are is too large',
  async (_, bytes) => {
    proxy.plan = cutAbove(2048);
    const { device, page } = await sendPlan(bytes);
    const record = await tryFor(device, page, 12);
    expect(record).toMatchObject({ state: 'failed', maybeSent: bytes < 512 * 1024 });
    expect(record && sendStateText(record, [record])).toBe(
      'Not sent: Content too large. Choose fewer or smaller files.',
    );
    await page.close();
  },
);

test.each([100 * 1024, 30 * 1024])(
  'a file arrives whose pieces get below what a proxy lets through, %d bytes',
  async (most) => {
    proxy.plan = cutAbove(most);
    const { device, page } = await sendPlan(600 * 1024);
    expect(await tryFor(device, page, 12)).toMatchObject({ state: 'acked' });
    await page.close();
  },
);

test('a file is not too large while the backend cannot be reached', async () => {
  proxy.plan = () => ({ kind: 'cut before the body' });
  const { device, page } = await sendPlan(600 * 1024);
  expect(await tryFor(device, page, 9)).toMatchObject({ state: 'queued', error: { code: 'offline' } });
  await page.close();
});
