/** The most that one call may cost. `limitCosts` enforces most of it; `npm test -- fuzz` measures the rest. */
export type CallCost = {
  /** Bytes of a JSON body, or of the text parts of a multipart one. Above: 413. */
  bodyBytes: number;
  /** Values in the body: objects, arrays, strings, numbers, booleans and nulls. Above: 422, before any rule reads them. */
  values: number;
  /** Bytes of the response's JSON before compression; null for a file or a stream. */
  responseBytes: number | null;
  /** Bytes that one request may add to the database, besides three times its own size. */
  storedBytes: number;
  /** Milliseconds of CPU time for which it may block the event loop. */
  loopMs: number;
  /** Requests of one user that may be in flight in this process. Above: 429. */
  atOnce: number;
};

export const kilobyte = 1024;
/** Bytes of the longest text, each character in the longest encoding of JSON (`\u00e9`). */
export const textBytes = 10_000 * 6;

/** The limit of every JSON response. */
export const maxResponseBytes = 5_000_000;

/** Bytes of a row's indexes, its event and its idempotency key. */
export const rowBytes = 4 * kilobyte;

export const read: CallCost = {
  bodyBytes: kilobyte,
  values: 0,
  responseBytes: 64 * kilobyte,
  storedBytes: 0,
  loopMs: 50,
  atOnce: 60,
};
export const list: CallCost = {
  ...read,
  bodyBytes: 16 * kilobyte,
  // The ids of 200 jobs, and other filters.
  values: 300,
  responseBytes: maxResponseBytes,
  loopMs: 200,
  atOnce: 20,
};
export const write: CallCost = { ...read, bodyBytes: 16 * kilobyte, values: 50, storedBytes: rowBytes };
/** Four texts of 10,000 characters, the other fields of a job, and up to 20 entries of 50 services. */
export const jobWrite: CallCost = {
  ...write,
  bodyBytes: 4 * textBytes + 48 * kilobyte,
  values: 2000,
  responseBytes: maxResponseBytes,
  storedBytes: 16 * kilobyte,
  loopMs: 200,
};

/** Requests with files or chunks of files that one user may have in flight: the app sends those of two jobs at a time. */
export const filesAtOnce = 12;

/** Routes that are not calls of the contract. Their bodies are limited where they are read. */
export const otherCosts = {
  /** Creates, queries, continues and deletes an upload. */
  uploads: { ...write, responseBytes: 16 * kilobyte, atOnce: 20 },
  /** The event stream. Above the limit, a user's oldest stream is closed (`live/hub.ts`). */
  stream: { ...read, responseBytes: null, atOnce: 60 },
  docs: { ...read, responseBytes: 1_000_000, loopMs: 100 },
  health: read,
  /** Unsubscribes from and resubscribes to emails, by the link in one. */
  emailLinks: { ...read, bodyBytes: 4 * kilobyte, storedBytes: kilobyte },
} as const satisfies Record<string, CallCost>;
