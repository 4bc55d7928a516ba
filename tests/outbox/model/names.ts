/** What the harness plays and what it holds the outbox to, by the names of the queue's design. Every name is counted in a run. */

/** Every way a request can go wrong. */
export const wireFaults = [
  'request lost',
  'response lost after commit',
  'answer after the timeout',
  'commit after the timeout',
  '401',
  '403',
  '408',
  '409 key in use',
  '413',
  '422',
  '429',
  '500',
  '502 after commit',
  '503',
  '504 after commit',
  '520 after commit',
  '200 with errorMessage',
  'captive portal',
  'redirect',
  'truncated JSON',
  'foreign 400',
  'foreign 401',
  'foreign 403',
  'foreign 404',
  'foreign 413',
  'foreign 429 with Retry-After',
  'foreign 503 with Retry-After',
  'foreign 200 JSON',
] as const;
export type WireFault = (typeof wireFaults)[number];

/** Every way a file that comes in pieces can be disturbed on its way. */
export const pieceFaults = [
  'piece lost',
  'cut mid-piece',
  'piece kept, answer lost',
  'piece arrives late',
  'piece damaged',
  'piece refused for now',
  'upload expired',
  'offset behind',
] as const;

/** Every way the device, its browser, its session and its person can be difficult. */
const deviceFaults = [
  'crash',
  'worker killed mid-fetch',
  'freeze',
  'freeze past the claim',
  'second tab opens',
  'tab closes',
  'lock lost',
  'lock stuck',
  'lock absent',
  'IDB open failure',
  'IDB transaction failure',
  'IDB commit failure',
  'forced close',
  'quota',
  'storage cleared',
  'missing chunk',
  'wrong size',
  'unreadable row',
  'line down',
  'onLine stuck true',
  'onLine stuck false',
  'clock +1 day',
  'clock -1 day',
  'token expiry',
  'refresh failure',
  'null user',
  'sign-out',
  'crash in sign-out',
  'user switch',
  'duplicate online events',
  'schema upgrade with pending rows',
  'old worker beside a new page',
  'double click on send',
  'double click on retry',
  'cancel while sending',
  'edit while sending',
  'send the same words twice',
  'stale version',
  'send what is typed',
  'draft taken over',
  'edit in place',
  'save in place',
] as const;

export const faults: readonly string[] = [...wireFaults, ...pieceFaults, ...deviceFaults];

/** The rules. A run counts how often each was held against something. */
export const invariants = {
  '1 nothing lost': 'what was taken is committed, or waits where its sender sees it, or was taken back',
  '2 no duplicate': 'at most one commit of a key; where keys are ignored, more only after a late commit',
  '3 order': 'commits of a job and a device come in the order of writing',
  '4 owner': 'the bearer of every commit is the one who wrote it',
  '5 purge': 'nothing of a person is left after their sign-out, at once, 5 s later, or after a crash in it',
  '6 transitions': 'a record goes only from stage to stage as designed',
  '7 live': 'once faults stop, everything that is not refused arrives in time',
  '8 lanes': 'what is refused delays no other lane',
  '9 files': 'the bytes at the server are those that were picked, never fewer',
  '10 echo': 'a message and its echo are never both drawn',
  '11 toggle': 'a mark ends as it was chosen last',
  '12 schema': 'rows that cannot be read are set aside, one for one, and rows survive an upgrade',
  '13 provenance': 'only what the backend itself refused counts as not sent, or waits for a sign-in',
  '14 drafts':
    'what was typed is on the device until it is sent or its author discards it, and what was sent is not offered again',
} as const;
export type Invariant = keyof typeof invariants;
