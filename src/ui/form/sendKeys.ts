import { readLocalValue, saveLocalValue } from '../localValue.ts';

const withKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter';
const storageKey = 'enter-sends';

/** Whether Enter alone sends on this device; without it, Enter starts a new line. */
export function doesEnterSend(): boolean {
  return readLocalValue(storageKey) === 'on';
}

export function switchEnterSends(on: boolean): void {
  saveLocalValue(storageKey, on ? 'on' : null);
}

/** The keys that send a message or a note, for users. */
export function sendKeysText(): string {
  return doesEnterSend() ? 'Enter' : withKey;
}

type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** Whether these keys send what is typed; the caller leaves out those that an input method composes with. */
export function isSendKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean {
  if (key !== 'Enter') return false;
  return ctrlKey || metaKey || (doesEnterSend() && !shiftKey && !altKey);
}
