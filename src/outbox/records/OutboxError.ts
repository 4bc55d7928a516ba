const messages = {
  /** The draft stays where it was. */
  full: 'Not sent: this device is out of storage. Free up some space and try again.',
  unavailable: 'Your browser is blocking storage, so unsent messages can’t be saved.',
  lost: 'Your browser lost storage. Reload this page.',
  'newer-app': 'EV Jobs was updated in another window. Reload this page.',
  'signed-out': 'You’ve been signed out. Sign in again to send this.',
  'being-sent': 'This is already being sent.',
  gone: 'This is no longer in your outbox.',
  'has-draft': 'Its form has a draft already. Submit or discard that first, then edit this.',
  'changed-elsewhere': 'You changed this in another window. Check it, then try again.',
} as const;
type OutboxErrorCode = keyof typeof messages;

/** The outbox could not store or change something. What the user typed must stay where it was typed. */
export class OutboxError extends Error {
  readonly code: OutboxErrorCode;

  constructor(code: OutboxErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'OutboxError';
    this.code = code;
  }
}

/** Whether this browser stores nothing: then writes are sent at once, while the user waits. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof OutboxError && error.code === 'unavailable';
}

/** Shown wherever a user could count on messages being stored, in a browser that stores nothing. */
export const cannotStoreText =
  'Your browser is blocking storage, so unsent items can’t be saved. Stay on this page until sending finishes. Check that you’re not in a private window and that site data isn’t blocked.';
