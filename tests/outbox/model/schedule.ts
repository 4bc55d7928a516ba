import fc from 'fast-check';
import { type WireFault, wireFaults } from './names.ts';

/** The possible events; a repeated name occurs more often. */
export const events = [
  'send',
  'send',
  'send',
  'send with files',
  'send with files',
  'send the same words twice',
  'double click on send',
  'toggle',
  'toggle',
  'send and mark',
  'send and mark',
  'killed between message and marks',
  'second device writes',
  'second device chooses',
  'second device is killed',
  'second device signs out',
  'chosen again before the first arrives',
  'record of a later build',
  'marked on another device',
  'older mark of another device',
  'report a job',
  'update a job',
  'update a job',
  'change and undo',
  'window closes before a change leaves',
  'answer a shot',
  'shot answered on two devices',
  'list changed meanwhile',
  'killed while answering',
  'hold with a reason',
  'held and cancelled on two devices',
  'set a due date',
  'add a deliverable',
  'killed while holding',
  'save a shot',
  'add a note',
  'add a note',
  'killed while adding a note',
  'snooze a conversation',
  'killed while snoozing',
  'save a reply',
  'killed while saving a reply',
  'save a view',
  'killed while saving a view',
  'compare plans',
  'killed while storing a comparison',
  'look at the notes',
  'type a note',
  'open the notes',
  'send a typed note',
  'take a note back',
  'take a message back',
  'retry',
  'double click on retry',
  'take an update back',
  'send a typed update',
  'cancel',
  'cancel',
  'cancel and undo',
  'type',
  'type',
  'type',
  'open the chat',
  'type while the chat opens',
  'type and leave',
  'send what is typed',
  'send what is typed',
  'send it in two windows',
  'use the windows',
  'use the windows',
  'clear what is typed',
  'discard and undo',
  'draw',
  'finish a drawing',
  'crash while drawing',
  'crash while a drawing is added',
  'storage cleared',
  'look',
  'look',
  'look',
  'look',
  'look',
  'crash',
  'crash',
  'worker runs',
  'worker killed mid-fetch',
  'worker killed mid-fetch',
  'worker killed mid-fetch',
  'freeze',
  'freeze past the claim',
  'second tab opens',
  'tab closes',
  'lock lost',
  'lock stuck',
  'IDB open failure',
  'IDB transaction failure',
  'IDB commit failure',
  'quota',
  'forced close',
  'missing chunk',
  'wrong size',
  'unreadable row',
  'line down',
  'onLine stuck true',
  'onLine stuck false',
  'clock +1 day',
  'clock -1 day',
  'clock -1 day',
  'token expiry',
  'refresh failure',
  'null user',
  'user switch',
  'sign-out',
  'crash in sign-out',
  'window in limbo',
  'choose a file',
  'duplicate online events',
  'schema upgrade with pending rows',
  'old worker beside a new page',
] as const;
export type EventName = (typeof events)[number];

export type Event = {
  name: EventName;
  /** The page, job or record: taken modulo their number. */
  pick: number;
  /** Steps of the database and the clock before it … */
  steps: number;
  /** … and then virtual milliseconds. */
  waitMs: number;
};

export type Schedule = {
  seed: number;
  faultRate: number;
  wireFaults: WireFault[];
  hasLocks: boolean;
  areFilesLarge: boolean;
  /** Whether the browser wakes the worker once every window is closed. */
  wakesWorker: boolean;
  events: Event[];
};

function eventOf(names: readonly EventName[]): fc.Arbitrary<Event> {
  return fc.record({
    name: fc.constantFrom(...names),
    pick: fc.nat(997),
    steps: fc.oneof(fc.nat(25), fc.nat(150)),
    waitMs: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.nat(2000) },
      { weight: 2, arbitrary: fc.nat(60_000) },
      { weight: 1, arbitrary: fc.nat(600_000) },
    ),
  });
}

const something: readonly EventName[] = ['send', 'send the same words twice', 'toggle', 'toggle'];

/** The events of a user who types for long and is interrupted. */
const typing: readonly EventName[] = [
  'type',
  'type',
  'type',
  'open the chat',
  'open the chat',
  'type while the chat opens',
  'type while the chat opens',
  'send what is typed',
  'send what is typed',
  'clear what is typed',
  'type and leave',
  'discard and undo',
  'send it in two windows',
  'second tab opens',
  'use the windows',
  'draw',
  'finish a drawing',
  'crash',
  'line down',
];

/**
 * Many schedules have few events and few faults (a swarm), so that the same rare thing occurs twice. A fifth of all are
 * mostly about typing.
 */
const few = fc.shuffledSubarray([...events], { minLength: 3, maxLength: 7 });
const eventNames: fc.Arbitrary<readonly EventName[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(events) },
  { weight: 2, arbitrary: few.map((names) => [...something, ...names]) },
  { weight: 1, arbitrary: few.map((names) => ['send', ...typing, ...names] as const) },
);
const faultNames: fc.Arbitrary<WireFault[]> = fc.oneof(
  fc.constant<WireFault[]>([...wireFaults]),
  fc.shuffledSubarray([...wireFaults], { minLength: 1, maxLength: 3 }),
);

/**
 * @param only events and faults to draw from, for a search for one bug; the user's actions are added
 */
export function scheduleOf(
  only: { events?: readonly EventName[]; wireFaults?: readonly WireFault[] } = {},
): fc.Arbitrary<Schedule> {
  const names = only.events ? fc.constant([...something, ...only.events]) : eventNames;
  const drawn: fc.Arbitrary<Omit<Schedule, 'wakesWorker'>> = fc.record({
    seed: fc.nat(),
    faultRate: fc.constantFrom(0.15, 0.4, 0.7),
    wireFaults: only.wireFaults ? fc.constant([...only.wireFaults]) : faultNames,
    hasLocks: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    areFilesLarge: fc.boolean(),
    events: names.chain((some) => fc.array(eventOf(some), { minLength: 6, maxLength: 40, size: 'max' })),
  });
  return drawn.map((schedule) => ({ ...schedule, wakesWorker: schedule.seed % 2 === 0 }));
}
