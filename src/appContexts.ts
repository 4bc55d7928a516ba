import { createContext, use } from 'react';
import type { Push } from './device/push.ts';

/** What the app provides to its features. */

/** The tab's push state; null until that chunk is loaded. */
export const PushContext = createContext<Push | null>(null);

/** Opens the outbox sheet: all that is not sent yet. */
export const OpenOutboxSheet = createContext<() => void>(() => undefined);

export const SignOutContext = createContext<() => Promise<void>>(() =>
  Promise.reject(new Error('The app has not started.')),
);

/**
 * Returns what signs the user out, after asking what becomes of unsent messages, and takes everything of theirs off the device. It
 * resolves when they are gone, or have changed their mind.
 */
export function useSignOut(): () => Promise<void> {
  return use(SignOutContext);
}
