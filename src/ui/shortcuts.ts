import { readStored, writeStored } from '../storage.ts';
import { createStore } from '../store.ts';

/** Keyboard shortcuts outside of fields: keys to press one after the other. */
export const shortcuts = {
  jobs: { keys: ['g', 'j'], label: 'Go to jobs' },
  messages: { keys: ['g', 'm'], label: 'Go to messages' },
  searchPage: { keys: ['g', 's'], label: 'Go to search' },
  users: { keys: ['g', 'u'], label: 'Go to users' },
  figures: { keys: ['g', 'h'], label: 'Go to reports' },
  account: { keys: ['g', 'a'], label: 'Go to account' },
  newJob: { keys: ['n'], label: 'New job' },
  search: { keys: ['/'], label: 'Search' },
  chat: { keys: ['c'], label: 'Open this job’s chat' },
  assign: { keys: ['a'], label: 'Assign the selected jobs, or this one' },
  status: { keys: ['s'], label: 'Change their status' },
  due: { keys: ['d'], label: 'Change their due date' },
  priority: { keys: ['p'], label: 'Change their priority' },
  select: { keys: ['x'], label: 'Select or deselect this job' },
  nextConversation: { keys: ['j'], label: 'Next chat in Messages' },
  previousConversation: { keys: ['k'], label: 'Previous chat in Messages' },
  markConversation: { keys: ['e'], label: 'Mark the chat, or their messages, as addressed' },
  snooze: { keys: ['h'], label: 'Snooze the chat' },
  outbox: { keys: ['o'], label: 'Open outbox' },
  notice: { keys: ['F8'], label: 'Go to the latest notice, such as one with Undo' },
  help: { keys: ['?'], label: 'Show keyboard shortcuts' },
} as const satisfies Record<string, { keys: readonly string[]; label: string }>;
export type Shortcut = keyof typeof shortcuts;

/** What the page on screen does for keys that only it has. */
export const pageKeys = createStore<Partial<Record<Shortcut, () => void>>>({});

const all = Object.entries(shortcuts) as [Shortcut, { keys: readonly string[] }][];

/**
 * Matches a key, after those pressed just before, with the shortcuts.
 *
 * @param before the keys of an incomplete shortcut, oldest first
 * @returns the shortcut that is complete, or the keys that may still become one
 */
export function afterKey(
  before: readonly string[],
  key: string,
): { done: Shortcut } | { begun: readonly string[] } {
  for (const pressed of [[...before, key], [key]]) {
    const fits = all.filter(([, { keys }]) => pressed.every((one, at) => keys[at] === one));
    const done = fits.find(([, { keys }]) => keys.length === pressed.length);
    if (done) return { done: done[0] };
    if (fits.length > 0) return { begun: pressed };
  }
  return { begun: [] };
}

const storageKey = 'shortcuts';

/** Whether shortcuts work on this device; some people press keys without meaning to. */
export function areShortcutsOn(): boolean {
  return readStored(storageKey) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  writeStored(storageKey, on ? null : 'off');
}
