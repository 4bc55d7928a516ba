import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const skipped = ['**/node_modules/**', '**/dist/**'];
const files = globSync('{*,{server,src,sw,tests}/**/*}.{ts,tsx,sql}', { exclude: skipped });
const pages = globSync('{,server/**/,src/**/,sw/**/,tests/**/}*.md', { exclude: skipped });

test.each(pages)('every file that %s names exists', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|sql))`/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});

test('a file that explains why it has over 200 lines has them', () => {
  const sources = files
    .filter((file) => !file.startsWith('tests/contract/'))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  const explaining = sources.filter(({ source }) => /\bover 200 lines\b/i.test(source));
  expect(explaining.length).toBeGreaterThan(0);
  const short = explaining.filter(({ source }) => source.split('\n').length <= 200);
  expect(short.map(({ file }) => file)).toEqual([]);
});
