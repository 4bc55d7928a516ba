import { beforeEach, describe, expect, it } from 'vitest';
import { call, setFetch } from '../../src/api/client.ts';
import { beginReading, fetchOrTake } from '../../src/api/headStart.ts';
import { answerJson, testBackend } from './backend.ts';

const backend = testBackend();
const page = { body: { items: [], startAfter: null } };
const me = { username: 'employee@ev.test' };

function begin(body: object = me, token = 'token-1', cache: RequestCache = 'no-store'): void {
  beginReading(`${backend.origin}/api/v2/evjobs`, {
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    cache,
  });
}

beforeEach(() => {
  setFetch(fetchOrTake);
  backend.handle = (_seen, response) => answerJson(response, 200, page);
});

describe('a list that was asked for before the app was there', () => {
  it('is not asked for again', async () => {
    begin();
    await expect(call('jobs', { body: me })).resolves.toMatchObject({ items: [] });
    expect(backend.seen).toHaveLength(1);
  });

  it('is taken once: the next reading asks', async () => {
    begin();
    await call('jobs', { body: me });
    await call('jobs', { body: me });
    expect(backend.seen).toHaveLength(2);
  });

  it.each([
    ['of somebody else', { username: 'client@ev.test' }, 'token-1', 'no-store'],
    ['under another token', me, 'token-0', 'no-store'],
    ['where a copy will not do', me, 'token-1', 'reload'],
  ] as const)('is not taken %s', async (_, body, token, cache) => {
    begin(body, token, cache);
    await call('jobs', { body: me });
    expect(backend.seen).toHaveLength(2);
  });

  it('is asked for again where the line broke', async () => {
    backend.handleHead = (request) => {
      if (backend.seen.length > 0) return false;
      backend.seen.push({ method: 'POST', url: '', headers: {}, body: '' });
      request.socket.destroy();
      return true;
    };
    begin();
    await expect(call('jobs', { body: me })).resolves.toMatchObject({ items: [] });
    expect(backend.seen.length).toBeGreaterThan(1);
  });

  it('is given up with whoever waits for it', async () => {
    backend.handle = () => undefined;
    begin();
    const control = new AbortController();
    const asked = call('jobs', { body: me, signal: control.signal });
    control.abort(new Error('Not needed any more.'));
    await expect(asked).rejects.toThrow('Not needed any more.');
  });
});
