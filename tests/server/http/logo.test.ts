import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { payloadOf } from '../../../server/push/payload.ts';
import { logoPng, logoSvg } from '../../support/firm/logos.ts';
import { onBothDatabases, onOneDatabase } from '../../support/server/server.ts';

const firm = { name: 'Baker & Vance, P.E.', address: '12 Pier Road\nTampa, FL 33601', color: '#14532d' };
const broken = 'Logo isn’t a picture that can be read. Choose a PNG, JPEG, WebP, or SVG file.';

onOneDatabase('the firm’s logo', (start) => {
  const server = start.forAll();

  const save = async (picture: Buffer | null) => {
    const body = { picture: picture === null ? null : picture.toString('base64') };
    return server.call('saveLogo', { as: 'admin', body });
  };
  const saved = async (picture: Buffer) => {
    const { code, answer } = await save(picture);
    expect(code).toBe('');
    return answer.logo ?? { hash: '', width: 0, height: 0 };
  };
  const get = (logo: string, name: string, at = server) =>
    at.app.inject({ method: 'GET', url: `/firm/${logo}/${name}` });
  const pixelsOf = async (logo: string, name: string) =>
    sharp((await get(logo, name)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
  const cornerOf = async (logo: string, name: string) => [
    ...(await pixelsOf(logo, name)).data.subarray(0, 3),
  ];

  test('needs the firm’s name, by which whoever sees no picture knows it', async () => {
    const { code, failure } = await save(await logoPng('wide'));
    expect([code, failure?.errorMessage]).toEqual(['invalid', 'Logo needs the firm’s name: save it first']);
    await server.call('saveFirm', { as: 'admin', body: firm });
  });

  test('is served to everybody under its hash, for good, as a PNG that no browser takes for something else', async () => {
    const logo = await saved(await logoPng('wide'));
    expect((await server.call('firm', { as: null })).answer).toMatchObject({ ...firm, logo });
    const sizes = {
      ...{ 'logo.png': `${logo.width}x${logo.height}`, 'icon-192.png': '192x192', 'icon-512.png': '512x512' },
      ...{ 'maskable-512.png': '512x512', 'apple-180.png': '180x180', 'favicon-48.png': '48x48' },
    };
    for (const [name, size] of Object.entries(sizes)) {
      const { statusCode, headers, rawPayload } = await get(logo.hash, name);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      const { width, height, format, hasAlpha } = await sharp(rawPayload).metadata();
      // Opaque: it is seen on a dark page, and in the dark of a mail program.
      expect([format, `${width}x${height}`, hasAlpha], name).toEqual(['png', size, false]);
    }
    for (const url of ['logo.svg', 'icon-64.png', '..%2Flogo.png'])
      expect((await get(logo.hash, url)).statusCode, url).toBe(404);
    expect((await get('0'.repeat(16), 'logo.png')).statusCode).toBe(404);
  });

  test.each([
    ['dark on nothing', 'wide', [255, 255, 255]],
    ['light on nothing', 'light', [29, 35, 48]],
    ['on a ground of its own', 'green', [20, 83, 45]],
  ] as const)('that is %s has a ground on which it is seen, also as an icon', async (_, which, ground) => {
    const { hash } = await saved(await logoPng(which));
    for (const name of ['logo.png', 'icon-192.png', 'maskable-512.png', 'apple-180.png'])
      expect(await cornerOf(hash, name), name).toEqual(ground);
  });

  test('stands as an icon within the circle that launchers cut out of it', async () => {
    const { hash } = await saved(await logoPng('wide'));
    const { data, info } = await pixelsOf(hash, 'maskable-512.png');
    const outside = Array.from({ length: info.width * info.height }, (_, at) => at).filter((at) => {
      const [x, y] = [at % info.width, Math.floor(at / info.width)];
      const isInk = (data[at * info.channels] ?? 255) < 128;
      return isInk && Math.hypot(x - 256, y - 256) > 0.4 * 512;
    });
    expect(outside).toEqual([]);
  });

  test('may be a JPEG or a WebP, and loses what the file says besides', async () => {
    for (const format of ['jpeg', 'webp'] as const) {
      const picture = await sharp(await logoPng('green'))
        .withExif({ IFD0: { Copyright: 'canary-of-a-camera' } })
        .toFormat(format)
        .toBuffer();
      const { hash } = await saved(picture);
      const { rawPayload } = await get(hash, 'icon-512.png');
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
      expect(rawPayload.includes('canary')).toBe(false);
    }
  });

  test('is refused with its reason when it is no picture, is cut off, too small, or empty; the one before stays', async () => {
    const before = await saved(await logoPng('green'));
    const wide = await logoPng('wide');
    const plain = (width: number, alpha: number) =>
      sharp({ create: { width, height: width, channels: 4, background: { r: 9, g: 9, b: 9, alpha } } })
        .png()
        .toBuffer();
    const cases: [Buffer, string][] = [
      [Buffer.from('no picture'), broken],
      [logoSvg('wide'), broken],
      [await sharp(wide).gif().toBuffer(), broken],
      [wide.subarray(0, wide.length / 2), broken],
      [await sharp(wide).resize(90).png().toBuffer(), 'Logo must be at least 128 pixels wide or high'],
      [await plain(200, 0), 'Logo is empty: everything in it is transparent, or of one color'],
      [await plain(200, 1), 'Logo is empty: everything in it is transparent, or of one color'],
    ];
    for (const [picture, sentence] of cases) {
      const { code, failure } = await save(picture);
      expect([code, failure?.errorMessage]).toEqual(['invalid', sentence]);
    }
    const notBase64 = { as: 'admin', body: { picture: '<svg/>' } } as const;
    const { failure } = await server.call('saveLogo', notBase64);
    expect(failure?.issues?.[0]?.message).toBe(broken.replace('Logo ', ''));
    expect((await server.call('firm', { as: null })).answer.logo).toEqual(before);
  });

  test('of before is served for the next two; removing it removes all of them', async () => {
    await save(null);
    const hashes: string[] = [];
    for (const turned of [0, 10, 20, 30]) {
      server.clock.advance(60);
      hashes.push((await saved(await logoPng('light', turned))).hash);
    }
    const found = async () =>
      Promise.all(hashes.map(async (one) => (await get(one, 'icon-192.png')).statusCode));
    expect(await found()).toEqual([404, 200, 200, 200]);
    // One of before that is saved again is the newest.
    server.clock.advance(60);
    await saved(await logoPng('light', 10));
    await saved(await logoPng('light', 40));
    expect(await found()).toEqual([404, 200, 404, 200]);
    const { answer } = await save(null);
    expect(answer.logo).toBeNull();
    expect(await found()).toEqual([404, 404, 404, 404]);
    expect(await server.db.query('select 1 from firm_pictures')).toEqual([]);
    const { items } = (await server.call('audit', { as: 'admin', body: { action: 'change-firm' } })).answer;
    expect(items[0]?.changes).toEqual([{ field: 'logo', from: expect.any(String), to: '' }]);
  });

  test('is kept when the name is saved, and so is the rule of photos', async () => {
    const logo = await saved(await logoPng('wide'));
    const { answer } = await server.call('savePhotoRule', { as: 'admin', body: { required: true } });
    expect(answer).toEqual({ ...firm, logo, needsPhotoData: true });
    await server.call('saveFirm', { as: 'admin', body: { ...firm, name: 'Vance' } });
    expect((await server.call('firm', { as: null })).answer).toEqual({
      ...firm,
      ...{ name: 'Vance', logo, needsPhotoData: true },
    });
    await server.call('savePhotoRule', { as: 'admin', body: { required: false } });
    await server.call('saveFirm', { as: 'admin', body: firm });
  });

  test('is in emails as a part of them, above the name unless it is wide', async () => {
    for (const which of ['wide', 'light'] as const) {
      const { hash: logo, width, height } = await saved(await logoPng(which));
      server.emails.length = 0;
      await server.call('testEmail', { as: 'admin', body: {} });
      const [email] = server.emails;
      expect(email?.logo).toBe((await get(logo, 'logo.png')).rawPayload.toString('base64'));
      const image =
        /<img [^>]*src="cid:logo@ev-jobs" alt="Baker &#38; Vance, P.E." width="(\d+)" height="(\d+)"[^>]*>(.*)/;
      const [, shownWidth, shownHeight, after = ''] = image.exec(email?.html ?? '') ?? [];
      expect(Number(shownWidth) / Number(shownHeight)).toBeCloseTo(width / height, 0);
      expect(after).toBe(which === 'wide' ? '</p>' : '<br>Baker &#38; Vance, P.E.</p>');
    }
    await save(null);
    server.emails.length = 0;
    await server.call('testEmail', { as: 'admin', body: {} });
    expect(server.emails[0]).not.toHaveProperty('logo');
    expect(server.emails[0]?.html).not.toContain('<img');
  });

  test('is the icon of notifications', () => {
    const facts = { unread: 1, job: null } as never;
    const content = { notices: [], facts, receipt: 'r', ownerUid: 'u', publicUrl: 'https://jobs.test' };
    expect(payloadOf({ ...content, logo: 'abc' }).notification.icon).toBe(
      'https://jobs.test/firm/abc/icon-192.png',
    );
    expect(payloadOf({ ...content, logo: '' }).notification).not.toHaveProperty('icon');
  });

  test('is in the manifest and in the head of the page, which says the firm’s name', async () => {
    const appDir = await mkdtemp(join(tmpdir(), 'ev-logo-'));
    onTestFinished(() => rm(appDir, { recursive: true, force: true }));
    for (const name of ['index.html', 'manifest.webmanifest'])
      await writeFile(join(appDir, name), await readFile(name));
    const at = await start({ appDir });
    const open = (url: string, headers: Record<string, string> = {}) =>
      at.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
    const built = await readFile('index.html', 'utf8');
    await at.db.query('delete from firm');
    expect((await open('/jobs/listing/all')).body).toBe(built);

    // What would be markup, or a group of a replacement, is neither.
    const name = '</title><script>$&Baker "& Vance"';
    await at.call('saveFirm', { as: 'admin', body: { ...firm, name } });
    const picture = (await logoPng('green')).toString('base64');
    const { logo } = (await at.call('saveLogo', { as: 'admin', body: { picture } })).answer;
    const address = (file: string) => `/firm/${logo?.hash}/${file}`;
    for (const url of ['/', '/index.html', '/jobs/listing/all']) {
      const { body, headers } = await open(url);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(body).toContain(
        '<title>&#60;/title&#62;&#60;script&#62;$&#38;Baker &#34;&#38; Vance&#34;</title>',
      );
      expect(body).toContain('<meta name="apple-mobile-web-app-title" content="&#60;/title');
      expect(body).toContain(`content="${firm.color}" media="(prefers-color-scheme: light)"`);
      expect(body).toContain(
        `<link rel="icon" href="${address('favicon-48.png')}" type="image/png" sizes="48x48" />`,
      );
      expect(body).toContain(`<link rel="apple-touch-icon" href="${address('apple-180.png')}" />`);
      expect(body).not.toContain('<title>EV Jobs');
      expect(body).toContain('<script type="module"');
    }
    const { body, headers } = await open('/');
    const small = await open('/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(body);
    expect((await open('/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect(small.headers.etag).not.toBe(headers.etag);

    const manifest = (await open('/manifest.webmanifest')).json();
    expect(manifest.icons.map(({ src, purpose }: Record<string, string>) => [src, purpose])).toEqual([
      [address('icon-192.png'), 'any'],
      [address('icon-512.png'), 'any'],
      [address('maskable-512.png'), 'maskable'],
      ['/icon-monochrome.svg', 'monochrome'],
      ['/icon-monochrome-512.png', 'monochrome'],
    ]);
    await at.call('saveFirm', { as: 'admin', body: { ...firm, name: 'Vance' } });
    const later = await open('/', { 'if-none-match': String(headers.etag) });
    expect([later.statusCode, later.body.includes('<title>Vance</title>')]).toEqual([200, true]);
    await at.call('saveLogo', { as: 'admin', body: { picture: null } });
    expect((await open('/manifest.webmanifest')).json().icons).toEqual(
      JSON.parse(await readFile('manifest.webmanifest', 'utf8')).icons,
    );
    expect((await open('/')).body).toContain('href="/icon-192.png"');
  });

  test('has another hash for each picture, and the same for the same', async () => {
    const one = await saved(await logoPng('wide'));
    const other = await saved(await logoPng('green'));
    expect(other.hash).not.toBe(one.hash);
    expect(await saved(await logoPng('wide'))).toEqual(one);
  });
});

onBothDatabases('a logo', (start) => {
  test('holds up no other write while it is drawn', async () => {
    const server = await start();
    const saveFirm = (body: typeof firm) => server.call('saveFirm', { as: 'admin', body });
    await saveFirm(firm);
    const picture = (await logoPng('wide')).toString('base64');
    const drawn = server.call('saveLogo', { as: 'admin', body: { picture } });
    const other = saveFirm({ ...firm, name: 'Baker & Vance' });
    expect(await Promise.race([drawn.then(() => 'drawn'), other.then(() => 'other')])).toBe('other');
    expect((await drawn).code).toBe('');
  });
});
