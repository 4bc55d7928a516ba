import type { Ambush, Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { mark, messagesOn } from './choices.ts';
import { atHand, deviceWith, type Happen, setType } from './hand.ts';

/** Returns a device of the employee. */
function ofEmployee(world: World, there: Device): Device {
  return deviceWith(world, there, (device) => [atHand(device)].filter((hand) => hand?.user === 'employee'));
}

/** Lies in wait for the next write of the employee, who is a client by the time it is done. */
function takeRight(world: World, there: Device, at: Ambush['at'], meets: ReturnType<Ambush['run']>): void {
  ofEmployee(world, there).ambush = {
    at,
    run() {
      setType(world, there, { userType: 'CLIENT' });
      return meets;
    },
  };
}

/** What happens to the next write of a device just as it is under way, where chance would seldom have it happen then, by name. */
export const ambushes = {
  'kill the page as it is answered'(world, device) {
    device.ambush = {
      at: 'answered',
      run(context) {
        device.setOnline(false);
        context.die();
        world.sim.after(world.sim.between(100, 3000), () => device.page?.isAlive || world.reopen(device));
        return {};
      },
    };
  },
  'have a write arrive late'(world, device) {
    device.ambush = { at: 'sent', run: () => ({ lateMs: world.sim.between(2000, 60_000) }) };
  },
  'take the right as a write arrives': (world, device) =>
    takeRight(world, device, 'sent', { restInMs: world.sim.between(5000, 30_000) }),
  'take the right as a write is answered': (world, device) =>
    takeRight(world, device, 'answered', { isLost: true }),
  'choose anew as a choice is under way'(world, there, how) {
    const device = deviceWith(world, there, messagesOn);
    let name = '';
    device.ambush = {
      at: 'sent',
      ofChoice: true,
      run() {
        mark(world, device, how, (one) => one === name);
        return { lateMs: world.sim.between(2000, 60_000) };
      },
    };
    name = mark(world, device, how, () => true) ?? '';
  },
  'take the right as a push is posted'(world, there) {
    const device = ofEmployee(world, there);
    device.onPush = () => setType(world, there, { userType: 'CLIENT' });
  },
  'have reads answered late'(world, device) {
    device.lateUntil = world.sim.now + world.sim.between(5000, 60_000);
  },
} satisfies Record<string, Happen>;
