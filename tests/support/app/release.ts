import { createHash } from 'node:crypto';
import { type AppFile, versionOf } from '../../../src/contract/appFiles.ts';

/** A version of the app: its files by their paths, as the build lists them. */
export type Release = {
  version: string;
  list: AppFile[];
  files: ReadonlyMap<string, Buffer>;
  bundle: Buffer;
};

export function releaseOf(contents: Readonly<Record<string, string | Buffer>>): Release {
  const paths = Object.keys(contents).sort();
  const files = new Map(paths.map((path) => [path, Buffer.from(contents[path] ?? '')]));
  const list = paths.map((path): AppFile => [path, files.get(path)?.length ?? 0]);
  const bundle = Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...files.values()]);
  return { version: versionOf(createHash('sha256').update(bundle).digest('base64')), list, files, bundle };
}

/** Returns a name of the build: the hash in it changes with what its file and those it loads contain. */
export const hashed = (name: string, of: string): string =>
  `assets/${name}-${createHash('sha256').update(of).digest('base64url').slice(0, 7)}.js`;

/** Returns a version whose page loads scripts that import each other: with a change of one, all are renamed. */
export function releaseSaying(words: string): Release {
  const long = Array.from({ length: 400 }, (_, line) => `export const line${line} = 'of ${line * 7919}';`);
  const list = hashed('list', words);
  const index = hashed('index', list);
  return releaseOf({
    [list]: [...long, `export const words = ${JSON.stringify(words)};`].join('\n'),
    [index]: [`import { words } from '/${list}';`, ...long].join('\n'),
    'assets/DcRoqf0.css': '.start { color: teal }',
    'icon-192.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0x80]),
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
}
