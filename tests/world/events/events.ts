import type { Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { acts } from './acts.ts';
import { ambushes } from './ambushes.ts';
import { fileActs } from './fileActs.ts';
import type { Happen, Numbers } from './hand.ts';
import { incidents } from './incidents.ts';

/** Everything that may happen, by name. */
export const events = { ...acts, ...fileActs, ...incidents, ...ambushes };

export type EventName = keyof typeof events;

export function happen(world: World, name: EventName, device: Device, how: Numbers): void {
  world.note(`event ${name} on ${device.name}`);
  world.checks.meet(`event · ${name}`);
  (events[name] as Happen)(world, device, how);
}
