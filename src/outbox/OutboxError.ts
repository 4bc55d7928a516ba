const messages = {
  /** The draft stays where it was. */
  full: 'This device has no room left to keep the message. It was not sent; free some space and try again.',
  unavailable: 'This browser does not let the app keep messages on this device.',
  'newer-app': 'A newer version of the app is open. Please reload this page.',
  'signed-out': 'You have been signed out. Please sign in again to send this.',
  'being-sent': 'This is on its way already.',
  gone: 'This is no longer waiting.',
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
  'This browser does not let the app keep messages on this device. What you send goes out at once or not at all, so stay on the page until it has arrived. A private window or blocked site data can be the reason.';
