/** The fields of every record of the outbox before its first try, except its files. */
export const freshRecord = {
  v: 1,
  state: 'queued',
  createdAt: 0,
  written: { holder: '', at: 0, elapsed: 0 },
  attempts: 0,
  firstAttemptAt: null,
  misses: 0,
  nextAttemptAt: 0,
  notBefore: 0,
  maybeSent: false,
  renewToken: false,
  refusedExp: 0,
  claim: null,
  ack: null,
  error: null,
} as const;
