import type { LiveEvent } from '../../../src/contract/live.ts';
import type { Context } from '../client/Context.ts';
import type { Device } from '../client/Device.ts';
import type { Screen } from '../client/screens.ts';
import type { Asked } from '../server/Server.ts';
import type { Checks } from './Checks.ts';

/** Longer than what one window says takes to be read by the others, and shorter than any time after which they ask by themselves. */
const sharedMs = 5000;

type Own = {
  heard: Set<string>;
  /** Whether it has received any events; since when it reads everything anew, and has what waits now, by virtual time. */
  isFollowing: boolean;
  gapAt: number;
  waiting: string;
  waitingSince: number;
};

/** Follows what the windows of a device tell each other: what one of them hears and has, the others hear and have. */
export class Windows {
  readonly #checks: Checks;
  readonly #own = new WeakMap<Context, Own>();

  constructor(checks: Checks) {
    this.#checks = checks;
  }

  #of(context: Context): Own {
    const fresh = { heard: new Set<string>(), isFollowing: false, gapAt: -1, waiting: '', waitingSince: 0 };
    const own = this.#own.get(context) ?? fresh;
    this.#own.set(context, own);
    return own;
  }

  /** Another user is there, or has other rights. */
  forget(context: Context): void {
    this.#own.delete(context);
  }

  /** Returns the other windows of its user. */
  #others(own: Context): Context[] {
    const { email } = own.page.screen();
    return own.device.pages.filter((one) => one !== own && one.page.screen().email === email);
  }

  /** @param events none where some may have been missed, so that everything is read anew */
  hear(context: Context, events: readonly LiveEvent[]): void {
    const { sim } = this.#checks.world;
    const own = this.#of(context);
    own.isFollowing = true;
    const at = sim.now;
    if (events.length === 0) own.gapAt = at;
    const others = this.#others(context).filter(({ page }) => page.screen().isConnected);
    for (const event of events) {
      const text = JSON.stringify(event);
      own.heard.add(text);
      for (const other of others)
        sim.after(sharedMs, () => {
          const their = this.#of(other);
          const isHeard = their.heard.has(text) || their.gapAt >= at;
          const isThere = this.#others(context).includes(other);
          this.#checks.check(
            'a window hears what another has heard',
            isHeard || !isThere,
            () => `a window of ${context.device.name} has not heard ${text.slice(0, 200)}`,
          );
        });
    }
  }

  /** A stream begins, after the events that its window has received. */
  stream(context: Context, { headers }: Asked): void {
    this.#checks.check(
      'a stream goes on where the one before ended',
      !this.#of(context).isFollowing || headers['last-event-id'] !== undefined,
      () => context.device.name,
    );
  }

  /** Events may have been missed, says the server. */
  miss(context: Context): void {
    const { sim } = this.#checks.world;
    const own = this.#of(context);
    const at = sim.now;
    sim.after(sharedMs, () => {
      if (!context.isAlive || this.#own.get(context) !== own) return;
      this.#checks.check('what was missed is read again', own.gapAt >= at, () => context.device.name);
    });
  }

  /** The worker sets the badge. */
  badge({ name, pages }: Device): void {
    const isInSight = pages.some(
      ({ isVisible, shownAt }) => isVisible && this.#checks.world.sim.now - shownAt > 1000,
    );
    this.#checks.check('a window in sight sets the badge', !isInSight, () => name);
  }

  /** What waits is shown. */
  wait(context: Context, { waiting }: Screen): void {
    const { sim } = this.#checks.world;
    const own = this.#of(context);
    const keys = waiting
      .map(({ key }) => key)
      .sort()
      .join();
    if (keys === own.waiting) return;
    own.waiting = keys;
    own.waitingSince = sim.now;
    sim.after(sharedMs, () => {
      if (own.waiting !== keys || !context.isAlive) return;
      for (const other of this.#others(context)) {
        const their = this.#of(other);
        // A window of the build before is asked to reload: its database is that of the next one.
        if (sim.now - their.waitingSince < sharedMs || other.build !== context.build) continue;
        this.#checks.check(
          'the windows of a device agree on what waits',
          their.waiting === keys,
          () => `${context.device.name}: ${their.waiting} instead of ${keys}`,
        );
      }
    });
  }
}
