/** The faults that the harness plays and the rules that it checks, by the names of the queue's design. A run counts each. */

/** Every fault of a request. */
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

/** Every fault of a file upload in pieces. */
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

/** Every fault of the device, its browser, its session and its user. */
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
  'shot answered on two devices',
  'list changed meanwhile',
  'killed while answering',
  'send what is typed',
  'draft taken over',
  'edit in place',
  'save in place',
] as const;

export const faults: readonly string[] = [...wireFaults, ...pieceFaults, ...deviceFaults];

/** The rules. A run counts how often each was checked. */
export const invariants = {
  '1 nothing lost': 'an accepted record is committed, or waits where its sender sees it, or was taken back',
  '2 no duplicate': 'at most one commit of a key; where keys are ignored, more only after a late commit',
  '3 order': 'commits of a job and a device come in the order of writing',
  '4 owner': 'every commit has the bearer of its author',
  '5 purge': 'nothing of a user is left after their sign-out, at once, 5 s later, or after a crash during it',
  '6 transitions': 'a record changes its state only as designed',
  '7 live': 'once the faults stop, every record that is not refused arrives in time',
  '8 lanes': 'a refused record delays no other lane',
  '9 files': 'the server has exactly the picked bytes',
  '10 echo': 'a message and its echo are never both drawn',
  '11 toggle': 'a message ends with the status chosen last',
  '12 schema': 'each unreadable row is quarantined once, and rows survive an upgrade',
  '13 provenance': 'only a refusal by the backend itself makes a record fail or wait for a sign-in',
  '16 shots':
    'photos answer the shot they were taken for, whatever became of its list, and a shot of a list ends as it was saved last',
  '14 drafts':
    'a typed text is on the device until it is sent or discarded, and a sent text does not come back',
  '15 written':
    'a request says how long ago it was written, right unless the clock was set meanwhile, and never before its time',
} as const;
export type Invariant = keyof typeof invariants;
