import type { CallName } from '../../src/contract/calls.ts';

/** The most that one call may cost. `limitCosts` enforces most of it; `npm test -- fuzz` measures the rest. */
export type CallCost = {
  /** Bytes of a JSON body, or of the text parts of a multipart one. Above: 413. */
  bodyBytes: number;
  /** Values in the body: objects, arrays, strings, numbers, booleans and nulls. Above: 422, before any rule reads them. */
  values: number;
  /** Bytes of the response's JSON before compression; null for a file or a stream. */
  answerBytes: number | null;
  /** Bytes that one request may add to the database, besides three times its own size. */
  storedBytes: number;
  /** Milliseconds of CPU time for which it may block the event loop. */
  loopMs: number;
  /** Requests of one user that may be in flight in this process. Above: 429. */
  atOnce: number;
};

const kilobyte = 1024;
/** Bytes of a character in JSON's longest encoding (`\u00e9`). */
const bytesPerCharacter = 6;

/** The limit of every JSON response. */
export const maxAnswerBytes = 5_000_000;

/** Bytes of a row's indexes, its event and its idempotency key. */
const rowBytes = 4 * kilobyte;

const read: CallCost = {
  bodyBytes: kilobyte,
  values: 0,
  answerBytes: 64 * kilobyte,
  storedBytes: 0,
  loopMs: 50,
  atOnce: 60,
};
const list: CallCost = {
  ...read,
  bodyBytes: 16 * kilobyte,
  values: 200,
  answerBytes: maxAnswerBytes,
  loopMs: 200,
  atOnce: 20,
};
const write: CallCost = { ...read, bodyBytes: 16 * kilobyte, values: 50, storedBytes: rowBytes };
/** Four texts of 10,000 characters, the other fields of a job, and up to 20 entries of 50 services. */
const jobWrite: CallCost = {
  ...write,
  bodyBytes: 4 * 10_000 * bytesPerCharacter + 48 * kilobyte,
  values: 2000,
  answerBytes: maxAnswerBytes,
  storedBytes: 16 * kilobyte,
  loopMs: 200,
};

export const callCosts = {
  jobs: { ...list, bodyBytes: 8 * kilobyte },
  searchJobs: list,
  search: { ...list, bodyBytes: 8 * kilobyte, values: 10 },
  job: { ...read, answerBytes: maxAnswerBytes, loopMs: 200 },
  jobHistory: { ...list, bodyBytes: 4 * kilobyte, values: 10, answerBytes: 1_000_000 },
  reportJob: jobWrite,
  updateJob: jobWrite,
  conversation: { ...read, answerBytes: maxAnswerBytes, loopMs: 200, atOnce: 8 },
  allMessages: { ...list, bodyBytes: 8 * kilobyte },
  markMessage: { ...write, answerBytes: 512 * kilobyte },
  wholeText: { ...read, answerBytes: maxAnswerBytes, loopMs: 200 },
  attachment: { ...read, answerBytes: null, atOnce: 30 },
  preview: { ...read, answerBytes: null },
  download: { ...list, answerBytes: null, atOnce: 4 },
  userStats: read,
  stats: read,
  // Reads the times of every job of the period.
  figures: { ...list, bodyBytes: kilobyte, values: 10, answerBytes: 256 * kilobyte, atOnce: 4 },
  employees: { ...list, bodyBytes: kilobyte, answerBytes: 2_000_000 },
  profiles: list,
  profile: read,
  // A hundred users with every field at its limit; an email to each is queued, and its text stored until it is sent.
  updateProfiles: {
    ...write,
    bodyBytes: 512 * kilobyte,
    values: 2000,
    answerBytes: 2_000_000,
    storedBytes: 1_000_000,
    loopMs: 200,
    atOnce: 10,
  },
  inviteUsers: {
    ...write,
    bodyBytes: 256 * kilobyte,
    values: 600,
    answerBytes: 512 * kilobyte,
    storedBytes: 1_000_000,
    loopMs: 200,
    atOnce: 10,
  },
  endSessions: write,
  register: { ...write, bodyBytes: 32 * kilobyte },
  invitation: read,
  invitationByToken: read,
  // At most `mostEvents` events with their messages.
  events: { ...list, bodyBytes: 8 * kilobyte, values: 10 },
  notifications: read,
  saveNotificationSettings: write,
  registerDevice: write,
  removeDevice: write,
  testDevice: write,
  // At most 100 notes of 10,000 characters, each with 20 mentions; `pageOf` stops at 4 MB.
  staffNotes: { ...read, answerBytes: maxAnswerBytes, loopMs: 200, atOnce: 20 },
  addStaffNote: {
    ...write,
    bodyBytes: 10_000 * bytesPerCharacter + 16 * kilobyte,
    answerBytes: 512 * kilobyte,
    storedBytes: 2 * rowBytes,
  },
  checklists: { ...read, answerBytes: maxAnswerBytes, atOnce: 20 },
  // At most 15 lists of 50 shots in the response.
  saveShot: { ...write, answerBytes: maxAnswerBytes, atOnce: 10 },
  dueRules: read,
  // At most 100 rules.
  saveDueRules: { ...write, bodyBytes: 32 * kilobyte, values: 600, atOnce: 4 },
  previewDueRules: { ...read, bodyBytes: 32 * kilobyte, values: 600, loopMs: 200, atOnce: 4 },
  calendarFeed: read,
  saveCalendarFeed: write,
  audit: { ...list, bodyBytes: 8 * kilobyte, values: 20 },
  eraseUser: { ...write, loopMs: 200, atOnce: 2 },
  ownErasure: read,
  askErasure: write,
  erasuresAsked: { ...read, answerBytes: 2_000_000 },
  pushReceipt: { ...write, bodyBytes: kilobyte, values: 10 },
} as const satisfies Record<CallName, CallCost>;

/** Requests with files or chunks of files that one user may have in flight: the app sends those of two jobs at a time. */
export const filesAtOnce = 12;

/** Routes that are not calls of the contract. Their bodies are limited where they are read. */
export const otherCosts = {
  /** Creates, queries, continues and deletes an upload. */
  uploads: { ...write, answerBytes: 16 * kilobyte, atOnce: 20 },
  /** The event stream. Above the limit, a user's oldest stream is closed (`live/hub.ts`). */
  stream: { ...read, answerBytes: null, atOnce: 60 },
  docs: { ...read, answerBytes: 1_000_000, loopMs: 100 },
  health: read,
  /** Unsubscribes from and resubscribes to emails, by the link in one. */
  emailLinks: { ...read, bodyBytes: 4 * kilobyte, storedBytes: kilobyte },
} as const satisfies Record<string, CallCost>;
