import { expect, test } from 'vitest';
import { afterKey, shortcuts } from '../../../src/ui/shortcuts.ts';

function press(...keys: string[]) {
  let begun: readonly string[] = [];
  for (const key of keys) {
    const after = afterKey(begun, key);
    if ('done' in after) return after.done;
    begun = after.begun;
  }
  return undefined;
}

test.each(Object.entries(shortcuts))('%s runs with its keys', (name, { keys }) => {
  expect(press(...keys)).toBe(name);
});

test('half of a shortcut does nothing, and another key starts over', () => {
  expect(press('g')).toBeUndefined();
  expect(press('u')).toBeUndefined();
  expect(press('g', 'q', 'u')).toBeUndefined();
  expect(press('g', 'q', 'j')).toBe('nextConversation');
  expect(press('g', 'g', 'j')).toBe('jobs');
  expect(press('g', '?')).toBe('help');
});

test('no shortcut begins with the keys of another', () => {
  const all = Object.values(shortcuts).map(({ keys }) => keys.join(' '));
  for (const one of all) {
    expect(all.filter((other) => other !== one && `${other} `.startsWith(`${one} `))).toEqual([]);
  }
});
