import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { browserCheck, buildTarget, oldestBrowsers } from '../../../src/supportedBrowsers.ts';

/** Runs the check of the page's head in a browser that has everything but this. @returns the texts that it shows */
function shownWithout(lacking: string): string[] {
  const texts: string[] = [];
  const element = () => ({
    style: {},
    appendChild: ({ textContent }: { textContent: string }) => texts.push(textContent),
  });
  const path = lacking.split('.');
  /** Has every name but the one that is missing. */
  const object = (before: string[]): object =>
    new Proxy(Object.create(null), {
      get(_, name: string) {
        const here = [...before, name];
        return here.join('.') === path.join('.') ? undefined : object(here);
      },
    });
  runInNewContext(browserCheck, {
    window: object([]),
    CSS: { supports: (condition: string) => !condition.includes(lacking) },
    document: { body: { ...element(), textContent: '' }, readyState: 'complete', createElement: element },
  });
  return texts;
}

test.each([
  ['Firefox 127', 'ArrayBuffer.prototype.resize'],
  ['Chrome 124', 'round('],
  ['Safari 17.4', 'light-dark('],
  ['Firefox 120', ':has('],
])('%s, which lacks %s, is told to update', (_, lacking) => {
  expect(shownWithout(lacking)).toContain('EV Jobs needs a newer browser');
});

test('a browser that has everything is told nothing', () => {
  expect(shownWithout('nothing that anybody needs')).toEqual([]);
});

test('the oldest browsers that have everything are the supported ones, for which the app is built', () => {
  expect(oldestBrowsers).toEqual({ chrome: '125', edge: '125', firefox: '128', safari: '17.5', ios: '17.5' });
  expect(buildTarget).toEqual(['chrome125', 'edge125', 'firefox128', 'safari17.5', 'ios17.5']);
});
