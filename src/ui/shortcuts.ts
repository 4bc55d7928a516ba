/** The keys the app answers to outside of fields, one after the other, and what they do. */
export const shortcuts = {
  jobs: { keys: ['g', 'j'], words: 'Go to the jobs' },
  messages: { keys: ['g', 'm'], words: 'Go to the messages' },
  users: { keys: ['g', 'u'], words: 'Go to the users (staff)' },
  account: { keys: ['g', 'a'], words: 'Go to your account' },
  newJob: { keys: ['n'], words: 'Report a new job' },
  search: { keys: ['/'], words: 'Search' },
  chat: { keys: ['c'], words: 'Open the chat of the job on screen' },
  outbox: { keys: ['o'], words: 'Open the outbox: what is not sent yet' },
  help: { keys: ['?'], words: 'Show these shortcuts' },
} as const satisfies Record<string, { keys: readonly string[]; words: string }>;
export type Shortcut = keyof typeof shortcuts;

const all = Object.entries(shortcuts) as [Shortcut, { keys: readonly string[] }][];

/**
 * What a key comes to after those pressed just before.
 *
 * @param before keys of a shortcut begun, oldest first
 * @returns the shortcut it completes, or the keys that may still become one
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

/** Whether single keys do something on this device: some people press keys without meaning to. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch (error) {
    console.warn('The choice about shortcuts cannot be kept in this browser:', error);
  }
}
