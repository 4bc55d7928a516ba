import { createContext, use } from 'react';

/** Set by the app, which asks what becomes of unsent messages and takes everything of the user off the device. */
export const SignOutContext = createContext<() => Promise<void>>(() =>
  Promise.reject(new Error('The app has not started.')),
);

/** Returns what signs the user out. It resolves when they are gone, or have changed their mind. */
export function useSignOut(): () => Promise<void> {
  return use(SignOutContext);
}
