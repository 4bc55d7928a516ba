import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { differenceOf } from '../../../server/updates/difference.ts';
import { differencePath, filesPath } from '../../../src/contract/appFiles.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { hashed, type Release, releaseOf, releaseSaying } from '../../support/app/release.ts';

const origin = 'https://app.test';
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
};
const [before, after] = [releaseSaying('before'), releaseSaying('afterwards')];
/** Answers with bytes. */
const sent = (bytes: Buffer): Response => new Response(new Uint8Array(bytes));
const difference = differenceOf(before.bundle, after.bundle);
const pathOfDifference = differencePath(before.version, after.version);

let caches: MemoryCaches;
let served: { release: Release; difference: () => Response | Promise<Response> };
let asked: string[];

const pageOf = ({ version, files }: Release) =>
  `<link rel="manifest" href="/manifest.webmanifest"><script src="/${[...files.keys()].find((path) => path.includes('index'))}"></script>${version}`;

/** Answers as the server of a version. */
async function respond(address: string): Promise<Response> {
  const { pathname } = new URL(address, origin);
  asked.push(pathname);
  const { release } = served;
  if (pathname.startsWith('/updates/')) return served.difference();
  if (pathname === '/index.html')
    return new Response(pageOf(release), { headers: { 'content-type': 'text/html' } });
  const body =
    pathname === filesPath(release.version)
      ? JSON.stringify(release.list)
      : release.files.get(pathname.slice(1));
  const type = types[pathname.split('.').at(-1) ?? ''] ?? '';
  return body === undefined
    ? new Response('{}', { status: 404 })
    : new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': type } });
}

/** Runs an event of the worker of a version, to its end. */
async function run(release: Release, ...types: string[]): Promise<void> {
  const listeners = new Map<string, (event: object) => void>();
  vi.resetModules();
  vi.stubGlobal('appVersion', release.version);
  vi.stubGlobal('addEventListener', (type: string, listen: (event: object) => void) =>
    listeners.set(type, listen),
  );
  const { serveOwnFiles } = await import('../../../sw/ownFiles.ts');
  serveOwnFiles([]);
  for (const type of types) {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (one: Promise<unknown>) => work.push(one) });
    await Promise.all(work);
  }
}

async function textOf(cacheName: string, path: string): Promise<Buffer> {
  const response = await caches.match(new URL(path, origin).href, { cacheName });
  return response ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0);
}

const hashedCache = `workbox-precache-v2-${origin}/`;
const cacheOf = (path: string, { version }: Release) =>
  path.startsWith('assets/') ? hashedCache : `precache-start-${version}`;

/** Expects that a version is installed, byte by byte. */
async function expectInstalled(release: Release): Promise<void> {
  for (const [path, file] of release.files)
    expect([path, await textOf(cacheOf(path, release), path)]).toEqual([path, file]);
  expect(String(await textOf(`precache-start-${release.version}`, '/index.html'))).toBe(pageOf(release));
}

beforeEach(async () => {
  caches = new MemoryCaches();
  asked = [];
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  vi.stubGlobal('registration', { scope: `${origin}/` });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', respond);
  served = { release: before, difference: () => new Response('{}', { status: 404 }) };
  await run(before, 'install', 'activate');
  await expectInstalled(before);
  asked = [];
  served = { release: after, difference: () => sent(difference) };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const filesFetched = () => asked.filter((path) => path.startsWith('/assets/') || path.includes('icon'));

test('an update fetches the difference and the page, and installs the new version', async () => {
  await run(after, 'install');
  expect(asked).toEqual([pathOfDifference, '/index.html']);
  await expectInstalled(after);
  await run(after, 'activate');
  expect(await caches.keys()).toEqual([hashedCache, `precache-start-${after.version}`]);
  expect(caches.kept(hashedCache).sort()).toEqual(
    [...after.files.keys()]
      .filter((path) => path.startsWith('assets/'))
      .map((path) => `${origin}/${path}`)
      .sort(),
  );
});

test('files that are made have the types of those that are fetched', async () => {
  await run(after, 'install');
  for (const path of after.files.keys()) {
    const made = await caches.match(`${origin}/${path}`, { cacheName: cacheOf(path, after) });
    expect(made?.headers.get('content-type')).toContain(types[path.split('.').at(-1) ?? '']);
  }
});

const other = releaseSaying('something else');
const flipped = (at: number) => {
  const bytes = Buffer.from(difference);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 1;
  return bytes;
};

test.each<[string, () => Response | Promise<Response>]>([
  ['is cut', () => sent(difference.subarray(0, difference.length / 2))],
  ['is empty', () => new Response('')],
  ['has one wrong bit in its last byte', () => sent(flipped(-1))],
  ['has one wrong bit in its first byte', () => sent(flipped(0))],
  ['has one wrong bit in a hash', () => sent(flipped(8))],
  ['makes another version', () => sent(differenceOf(before.bundle, other.bundle))],
  ['is made of another version', () => sent(differenceOf(other.bundle, after.bundle))],
  ['makes the same files in another order', () => sent(differenceOf(before.bundle, swapped()))],
  [
    'is the page of a network',
    () => new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } }),
  ],
  ['is not known to the server', () => new Response('{}', { status: 404 })],
  ['is lost on the way', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'ends in the middle of the connection',
    () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError('network')) })),
  ],
])(
  'where the difference %s, whole files are fetched, and the new version is installed',
  async (_, response) => {
    served.difference = response;
    await run(after, 'install');
    expect(filesFetched().length).toBeGreaterThan(after.files.size - 2);
    await expectInstalled(after);
  },
);

/** The bundle of the new version with the contents of its scripts exchanged. */
function swapped(): Buffer {
  const contents = Object.fromEntries(after.files);
  const [one = '', two = ''] = Object.keys(contents).filter((path) => path.endsWith('.js'));
  return releaseOf({ ...contents, [one]: contents[two] ?? '', [two]: contents[one] ?? '' }).bundle;
}

test('where a file of the earlier version is gone, whole files are fetched', async () => {
  const cache = await caches.open(hashedCache);
  await cache.delete(`${origin}/${[...before.files.keys()].find((path) => path.includes('list'))}`);
  await run(after, 'install');
  expect(asked).not.toContain(pathOfDifference);
  await expectInstalled(after);
});

test('where a file of the earlier version is another than it was, whole files are fetched', async () => {
  const cache = await caches.open(hashedCache);
  await cache.put(
    `${origin}/${[...before.files.keys()].find((path) => path.includes('list'))}`,
    new Response('other'),
  );
  await run(after, 'install');
  expect(filesFetched().length).toBeGreaterThan(1);
  await expectInstalled(after);
});

test('a version whose install ended early is no beginning of a difference', async () => {
  served = { release: other, difference: () => new Response('{}', { status: 404 }) };
  const [, gone = ''] = [...other.files.keys()];
  const whole = other.files;
  served.release = { ...other, files: new Map([...whole].filter(([path]) => path !== gone)) };
  await expect(run(other, 'install')).rejects.toThrow('not to be had');
  served = { release: after, difference: () => sent(difference) };
  asked = [];
  await run(after, 'install');
  expect(asked).toEqual([pathOfDifference, '/index.html']);
  await expectInstalled(after);
});

test('a version that was skipped while it waited is the beginning of the next difference', async () => {
  await run(after, 'install');
  asked = [];
  const third = releaseSaying('the third');
  served = { release: third, difference: () => sent(differenceOf(after.bundle, third.bundle)) };
  await run(third, 'install');
  expect(asked).toEqual([differencePath(after.version, third.version), '/index.html']);
  await expectInstalled(third);
});

test('a version drops nothing while a newer one is being installed, which does so once it is in use', async () => {
  await run(after, 'install');
  const third = releaseSaying('the third');
  served = { release: third, difference: () => sent(differenceOf(after.bundle, third.bundle)) };
  await run(third, 'install');
  vi.stubGlobal('registration', { scope: `${origin}/`, installing: {} });
  await run(after, 'activate');
  await expectInstalled(third);
  vi.stubGlobal('registration', { scope: `${origin}/`, installing: null });
  await run(third, 'activate');
  await expectInstalled(third);
  expect(await caches.keys()).toEqual([hashedCache, `precache-start-${third.version}`]);
});

test('a page of still another version is refused, with all that comes with it', async () => {
  const page = pageOf(releaseSaying('still newer'));
  vi.stubGlobal('fetch', (address: string) =>
    address.endsWith('/index.html')
      ? Promise.resolve(new Response(page, { headers: { 'content-type': 'text/html' } }))
      : respond(address),
  );
  await expect(run(after, 'install')).rejects.toThrow('not to be had');
  await expectInstalled(before);
});

test('a first install asks for no difference', async () => {
  caches.named.clear();
  await run(after, 'install');
  expect(asked.filter((path) => path.startsWith('/updates/'))).toEqual([]);
  await expectInstalled(after);
});

test('an update from a worker of 2026, which stored no list, fetches the files that are missing', async () => {
  caches.named.clear();
  const cache = await caches.open(hashedCache);
  for (const [path, file] of before.files)
    await cache.put(
      `${origin}/${path}${path.startsWith('assets/') ? '' : '?__WB_REVISION__=65d4'}`,
      new Response(new Uint8Array(file)),
    );
  await caches.open('precache-start-https://app.test/index.html?__WB_REVISION__=65d42838c8a976c9');
  await run(after, 'install', 'activate');
  const renamed = [...after.files.keys()].filter((path) => !before.files.has(path));
  expect(filesFetched()).toEqual(expect.arrayContaining(renamed.map((path) => `/${path}`)));
  expect(filesFetched()).not.toContain('/assets/DcRoqf0.css');
  await expectInstalled(after);
  expect(await caches.keys()).toEqual([hashedCache, `precache-start-${after.version}`]);
});

test('hashes in names have the length that a difference looks for', () => {
  expect(hashed('list', 'x')).toMatch(/^assets\/list-[\w-]{7}\.js$/);
});
