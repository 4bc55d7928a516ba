import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

/** Returns the packages that the sources of the server load, those of its build apart. */
function loaded(): Set<string> {
  const files = [
    ...globSync('server/**/*.ts'),
    ...globSync('src/{contract,features/plans/{page,parser}}/**/*.ts'),
  ];
  const sources = files.filter((file) => !file.startsWith('server/build/')).map(read);
  // By `import … from`, `import()`, `require()` or `createRequire()()`.
  const names = sources.flatMap((text) => [
    ...text.matchAll(/(?:from |import |import\(|require\(|\)\()'((?:@[\w-]+\/)?[\w-]+)/g),
  ]);
  return new Set(names.map(([, name = '']) => name));
}

it('the image leaves out the packages that only the app loads', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const [, list = ''] = /npm uninstall ((?:.*\\\n)*.*)/.exec(read('server/Containerfile')) ?? [];
  const leftOut = list.split(/[\s\\]+/).filter((word) => !word.startsWith('--'));
  const names = loaded();
  expect(leftOut).toEqual(Object.keys(dependencies).filter((name) => !names.has(name)));
});
