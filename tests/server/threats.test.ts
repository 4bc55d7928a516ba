import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

const page = readFileSync('server/THREATS.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| [STRIDE] \|/.test(line))
  .map((line) => {
    const [kind = '', threat = '', where = '', tests = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { kind, threat, where, tests };
  });

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether a file has a test of exactly this name. */
function hasTest(file: string, name: string): boolean {
  return new RegExp(`(['"\`])${escaped(name)}\\1,`).test(readFileSync(file, 'utf8'));
}

describe('the page of threats', () => {
  it('has every kind of threat, each in one line of four cells', () => {
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set('STRIDE'));
    expect(rows.length).toBeGreaterThan(40);
    const tableLines = page.split('\n').filter((line) => line.startsWith('|'));
    expect(tableLines).toHaveLength(rows.length + 2);
  });

  test.each(rows)('names places and tests that exist: $threat', ({ where, tests }) => {
    expect(where).not.toBe('');
    const named = [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({
      file,
      name,
    }));
    expect(named.length).toBeGreaterThan(0);
    expect(named).toHaveLength(tests.split('<br>').length);
    for (const { file, name } of named) {
      expect(existsSync(file), file).toBe(true);
      expect(hasTest(file, name), `${file}: ${name}`).toBe(true);
    }
    for (const [, file] of where.matchAll(/`([\w/]+\.ts)`/g))
      expect(existsSync(`server/${file}`), file).toBe(true);
  });
});
