import { createContext, use } from 'react';
import type { Push } from './device/push.ts';

/** Contexts that the app provides to its features. */

/** The tab's push state; null until that chunk is loaded. */
export const PushContext = createContext<Push | null>(null);

/** Opens the outbox sheet. */
export const OpenOutboxSheet = createContext<() => void>(() => undefined);

export const SignOutContext = createContext<() => Promise<void>>(() =>
  Promise.reject(new Error('The app has not started.')),
);

/**
 * Returns a function that signs the user out, after asking what becomes of unsent items, and removes their data from the device. It
 * resolves when that is done or cancelled.
 */
export function useSignOut(): () => Promise<void> {
  return use(SignOutContext);
}
