import { readFileSync } from 'node:fs';

/** Pages that name the tests which show what they claim, as `file` “name”. */
const pages = ['server/THREATS.md', 'tests/outbox/SCENARIOS.md'];

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns what the name of a test looks like when `%s` and `$name` of a table are filled in. */
function formOf(name: string): RegExp {
  const parts = name.split(/%[a-z]|\$[\w.]+/);
  return new RegExp(`(^|[> ])${parts.map(escaped).join('.*')}( \\[\\w+\\])?$`);
}

/** Returns the claims of those pages that no test stands behind. @param shown tests that passed, or run before a release only */
export function notPassed(shown: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const claims = [...readFileSync(page, 'utf8').matchAll(/`([^`]+)` “([^”]+)”/g)];
    return claims.flatMap(([, file = '', name = '']) => {
      const isShown = shown.some((test) => test.startsWith(`${file} > `) && formOf(name).test(test));
      return isShown ? [] : [`${page} names a test that did not pass: ${file} “${name}”`];
    });
  });
}
