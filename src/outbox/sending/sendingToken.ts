import type { World } from './world.ts';

let source: World['token'] | null = null;

/** Under which token this window sends. To be called before the app is drawn. */
export function setSendingToken(token: World['token']): void {
  source = token;
}

/** @throws when the app has not said it */
export function sendingToken(): World['token'] {
  if (!source) throw new Error('The outbox was not started.');
  return source;
}
