import { Sim } from '../outbox/model/sim.ts';
import { type EventName, events } from './events/events.ts';
import type { Operation, Schedule } from './schedule.ts';
import type { UserName } from './World.ts';

/** How often an event is drawn, where that is not once. */
const weights: Partial<Record<EventName, number>> = {
  write: 8,
  type: 1,
  send: 2,
  'write with files': 2,
  'deliver a file': 2,
  'take back': 3,
  'mark a message': 3,
  'open a chat': 3,
  'change the status': 2,
  'change the status, to be undone': 3,
  'kill the page': 3,
  'open the page': 4,
  'kill a server': 3,
  'come online': 3,
  'go offline': 2,
  show: 2,
  'sign in': 3,
  'ask for any job': 3,
  'upgrade the app': 2,
  hide: 2,
  'open another window': 2,
  'go to the other window': 3,
  'snooze a chat': 4,
};
const names = (Object.keys(events) as EventName[]).flatMap((name) =>
  Array<EventName>(weights[name] ?? 1).fill(name),
);
const usual: readonly EventName[] = [
  'write',
  'write',
  'write',
  'open a chat',
  'open the page',
  'come online',
];

/**
 * Returns the schedule of a seed and a number. Many have few kinds of events, so that the same rare ones meet.
 * @param hunted the events that meet, in place of some by chance, and who is there
 */
export function scheduleOf(
  seed: number,
  number: number,
  { events: about = [], team: least }: { events?: readonly EventName[]; team?: readonly UserName[] } = {},
): Schedule {
  const sim = new Sim(seed * 1_000_003 + number);
  const pick = <T>(from: readonly T[]) => from[sim.between(0, from.length - 1)] as T;
  const team: readonly UserName[] = least ?? ['client', pick(['employee', 'admin'] as const)];
  const more: UserName[] = ['client', 'employee', 'otherClient', 'admin'];
  const devices = [...team, ...Array.from({ length: sim.between(0, 2) }, () => pick(more))];
  const few = () => [...usual, ...Array.from({ length: sim.between(3, 7) }, () => pick(names))];
  const drawn = about.length > 0 ? [...usual, ...about, ...about, ...about] : sim.chance(0.5) ? names : few();
  const rate = pick([0, 0.05, 0.15, 0.35]);
  const operation = (): Operation => ({
    name: pick(drawn),
    device: sim.between(0, devices.length - 1),
    pick: sim.between(0, 96),
    steps: sim.chance(0.5) ? sim.between(0, 30) : sim.between(0, 200),
    waitMs: pick([0, 0, 0, sim.between(0, 2000), sim.between(0, 20_000), sim.between(0, 200_000)]),
  });
  const operations = Array.from({ length: sim.between(4, 24) }, operation);
  sim.end();
  return {
    seed: sim.between(0, 2 ** 31),
    devices,
    rates: { network: rate, mail: rate, push: rate, bucket: rate / 4 },
    operations,
  };
}
