import { readFileSync } from 'node:fs';

/** Pages that quote tests as evidence, as `file` “name”. */
const pages = ['server/THREATS.md', 'server/PROOF.md', 'tests/outbox/SCENARIOS.md', 'src/contract/README.md'];

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns a pattern for the name of a test whose `%s` and `$name` are filled in. */
function formOf(name: string): RegExp {
  const parts = name.split(/%[a-z]|\$[\w.]+/);
  return new RegExp(`(^|[> ])${parts.map(escaped).join('.*')}( \\[\\w+\\])?$`);
}

/** Returns the claims of those pages without a test. @param shown tests that passed, or run before a release only */
export function notPassed(shown: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const claims = [...readFileSync(page, 'utf8').matchAll(/`([^`]+)` “([^”]+)”/g)];
    return claims.flatMap(([, file = '', name = '']) => {
      const isShown = shown.some((test) => test.startsWith(`${file} > `) && formOf(name).test(test));
      return isShown ? [] : [`${page} names a test that did not pass: ${file} “${name}”`];
    });
  });
}
