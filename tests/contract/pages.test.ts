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
