import dns from 'node:dns';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { openPushClient } from '../../../server/push/post.ts';

/** No test can make the internet's name servers lie; this does, for names of example.com. */
const lies: Record<string, string[]> = {
  'inside.example.com': ['10.0.0.7'],
  'both.example.com': ['8.8.8.8', '127.0.0.1'],
  'six.example.com': ['::1'],
};
const real = dns.lookup;
const told = vi.spyOn(dns, 'lookup').mockImplementation(((
  name: string,
  options: dns.LookupAllOptions,
  callback: (error: Error | null, found: dns.LookupAddress[]) => void,
) => {
  const lie = lies[name];
  if (!lie) return real(name, options, callback);
  callback(
    null,
    lie.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}) as typeof dns.lookup);
// Whoever imported the name gets it too.
syncBuiltinESMExports();
afterAll(() => {
  told.mockRestore();
  syncBuiltinESMExports();
});

it('a push service that does not respond is not waited for forever', async () => {
  const impatient = openPushClient({ loopback: true, timeoutMs: 200 });
  const body = Buffer.alloc(0);
  // A silent server takes the line, and says nothing.
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { signal } = new AbortController();
  await expect(
    impatient.post({ endpoint: `http://127.0.0.1:${port}/x`, headers: {}, body }, signal),
  ).rejects.toThrow('No answer came in time.');
  await expect(
    impatient.post({ endpoint: `http://127.0.0.1:${port}/x`, headers: {}, body }, AbortSignal.abort()),
  ).rejects.toThrow('aborted');
  impatient.close();
  silent.close();
});

const client = openPushClient({ loopback: false });
afterAll(() => client.close());

function post(endpoint: string) {
  return client.post({ endpoint, headers: {}, body: Buffer.alloc(0) }, new AbortController().signal);
}

it.each(['inside', 'both', 'six'])(
  'a public name that resolves to a private address is not followed: %s',
  async (name) => {
    await expect(post(`https://${name}.example.com/x`)).rejects.toThrow('a network that is not public');
  },
);

it.each(['http://fcm.googleapis.com/x', 'https://127.0.0.1/x', 'http://127.0.0.1:9/x', 'https://database/x'])(
  'an address that is not a push service’s is not opened, wherever it comes from: %s',
  async (endpoint) => {
    await expect(post(endpoint)).rejects.toThrow('not that of a push service');
  },
);
