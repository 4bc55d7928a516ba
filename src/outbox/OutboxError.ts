const messages = {
  /** The draft stays where it was. */
  full: 'This device has no room left to keep the message. It was not sent; free some space and try again.',
  unavailable: 'This browser does not let the app keep messages on this device.',
  'newer-app': 'A newer version of the app is open. Please reload this page.',
  'signed-out': 'You have been signed out. Please sign in again to send this.',
  'being-sent': 'This is on its way already.',
  gone: 'This is no longer waiting.',
} as const;
export type OutboxErrorCode = keyof typeof messages;

/** Why the outbox could not take or change something. What a person typed must stay where it was typed. */
export class OutboxError extends Error {
  readonly code: OutboxErrorCode;

  constructor(code: OutboxErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'OutboxError';
    this.code = code;
  }
}
