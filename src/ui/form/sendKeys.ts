import type { KeyboardEvent } from 'react';
import { readStored, writeStored } from '../../storage.ts';
import { isComposing } from './isComposing.ts';

const withKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter';
const storageKey = 'enter-sends';

/** Whether Enter alone sends on this device; without it, Enter starts a new line. */
export function doesEnterSend(): boolean {
  return readStored(storageKey) === 'on';
}

export function switchEnterSends(on: boolean): void {
  writeStored(storageKey, on ? 'on' : null);
}

/** The keys that send a message or a note, for users. */
export function sendKeysText(): string {
  return doesEnterSend() ? 'Enter' : withKey;
}

/** Whether these keys send what is typed. */
export function isSendKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key !== 'Enter' || isComposing(event)) return false;
  return ctrlKey || metaKey || (doesEnterSend() && !shiftKey && !altKey);
}
