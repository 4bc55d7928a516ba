import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isHeicPhoto } from '../../../src/contract/files/fileKind.ts';
import { isAllowedFile, pickerAccept } from '../../../src/contract/files/files.ts';
import { isOfDevice } from '../../../src/session/purge.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const path = v.pipe(text, v.startsWith('/'));
const colour = v.pipe(text, v.hexColor());
const picture = {
  src: path,
  sizes: v.pipe(text, v.regex(/^(any|\d+x\d+)$/)),
  type: v.picklist(['image/png', 'image/svg+xml']),
};
const icon = v.strictObject({
  ...picture,
  purpose: v.optional(v.picklist(['any', 'maskable', 'monochrome'])),
});

/**
 * The members of the W3C's "Web Application Manifest" and "Manifest: App Information", with those of Web Share Target
 * and Launch Handler; strict, because browsers silently ignore a misspelt member. No package of the npm registry
 * carries a schema with the last two.
 */
const Manifest = v.strictObject({
  id: path,
  name: text,
  short_name: v.pipe(text, v.maxLength(12)),
  description: text,
  lang: v.literal('en'),
  dir: v.picklist(['ltr', 'rtl', 'auto']),
  start_url: path,
  scope: path,
  display: v.picklist(['standalone', 'minimal-ui', 'fullscreen', 'browser']),
  orientation: v.picklist(['any', 'natural', 'portrait', 'landscape']),
  theme_color: colour,
  background_color: colour,
  categories: v.array(text),
  icons: v.array(icon),
  screenshots: v.array(
    v.strictObject({ ...picture, form_factor: v.picklist(['wide', 'narrow']), label: text }),
  ),
  shortcuts: v.array(v.strictObject({ name: text, url: path, icons: v.array(icon) })),
  file_handlers: v.array(
    v.strictObject({
      action: path,
      accept: v.record(v.pipe(text, v.regex(/^.+\/.+$/)), v.array(v.pipe(text, v.regex(/^\../)))),
      launch_type: v.picklist(['single-client', 'multiple-clients']),
    }),
  ),
  launch_handler: v.strictObject({
    client_mode: v.array(v.picklist(['auto', 'focus-existing', 'navigate-existing', 'navigate-new'])),
  }),
  share_target: v.strictObject({
    action: path,
    method: v.literal('POST'),
    enctype: v.literal('multipart/form-data'),
    params: v.strictObject({
      title: text,
      text,
      url: text,
      files: v.array(
        v.strictObject({ name: text, accept: v.array(v.pipe(text, v.regex(/^(\..+|.+\/.+)$/))) }),
      ),
    }),
  }),
});

const manifest = v.parse(Manifest, JSON.parse(readFileSync('manifest.webmanifest', 'utf8')));

test('every address of the manifest is within its scope', () => {
  const { id, start_url, scope, shortcuts, share_target, file_handlers } = manifest;
  const actions = [share_target, ...file_handlers].map(({ action }) => action);
  for (const url of [id, start_url, ...actions, ...shortcuts.map((one) => one.url)]) {
    expect(url.startsWith(scope), url).toBe(true);
  }
});

/** Returns width and height from a PNG's header. */
function sizeOfPng(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const pictures = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
];

test.each(pictures)('$src exists and has the size it declares', ({ src, sizes, type }) => {
  const file = `public${src}`;
  if (type === 'image/png') expect(sizeOfPng(file)).toBe(sizes);
  else expect(readFileSync(file, 'utf8')).toMatch(/^<svg /);
});

test('there is an icon for every purpose, and a screenshot for every width', () => {
  const purposes = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
  expect(purposes).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512', 'monochrome 512x512']),
  );
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
    new Set(['wide', 'narrow']),
  );
  const icons = manifest.shortcuts.map(({ icons: [first] }) => first?.src);
  expect(new Set(icons).size).toBe(manifest.shortcuts.length);
});

test('the share target accepts the file types that can be sent or converted', () => {
  const [{ accept } = { accept: [] }] = manifest.share_target.params.files;
  for (const one of accept) {
    const file = one.startsWith('.')
      ? { name: `a${one}`, type: '', size: 1 }
      : { name: 'a', type: one, size: 1 };
    expect(isAllowedFile(file) || isHeicPhoto(file, new Uint8Array()), one).toBe(true);
  }
  const accepted = pickerAccept.filter(
    (type) => /^(image|application)/.test(type) && !type.includes('octet'),
  );
  expect(accept).toEqual(expect.arrayContaining(accepted));
});

test('the page has the manifest’s color in the light scheme, and a dark one in the dark scheme', () => {
  const page = readFileSync('index.html', 'utf8');
  const colours = [...page.matchAll(/theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)/g)];
  const byScheme = Object.fromEntries(colours.map(([, hex, scheme]) => [scheme, hex]));
  expect(byScheme).toEqual({ light: manifest.theme_color, dark: '#050f22' });
});

test('the page becomes as low as the keyboard of a phone leaves it', () => {
  const [, viewport = ''] =
    /<meta name="viewport" content="([^"]*)"/.exec(readFileSync('index.html', 'utf8')) ?? [];
  expect(viewport.split(', ')).toContain('interactive-widget=resizes-content');
});

test('the count of visits belongs to the device, not to a user', () => {
  expect(isOfDevice('install')).toBe(true);
});

test('the app opens every type of file by name that can be shared to it', () => {
  const [{ accept: shared } = { accept: [] }] = manifest.share_target.params.files;
  const opened = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
  expect(opened.toSorted()).toEqual(shared.filter((one) => one.startsWith('.')).toSorted());
});
