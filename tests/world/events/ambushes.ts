import type { Ambush, Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { atHand, deviceWith, type Happen, setType } from './hand.ts';

/** Lies in wait for the next write of the employee, who is a client by the time it is done. */
function takeRight(world: World, there: Device, at: Ambush['at'], meets: ReturnType<Ambush['run']>): void {
  const ofEmployee = (device: Device) => [atHand(device)].filter((hand) => hand?.user === 'employee');
  deviceWith(world, there, ofEmployee).ambush = {
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
  'have reads answered late'(world, device) {
    device.lateUntil = world.sim.now + world.sim.between(5000, 60_000);
  },
} satisfies Record<string, Happen>;
