import { apply } from '../cache/apply.ts';
import type { LiveBatch, LiveEvent } from '../contract/live.ts';
import { isPseudonym } from '../contract/people.ts';

export type EventHooks = {
  /** Awaited before the events of a batch are applied. */
  before: (events: readonly LiveEvent[]) => Promise<void> | undefined;
  /** The profile of this user has changed, be it their permissions. */
  onProfile: (email: string) => void;
  /** Changes may have been missed. Called a moment later: the events about to arrive come first. */
  onGap: () => void;
};

const gapAfterMs = 1000;

/** Brings the query cache up to date with live events. */
export type EventApplier = {
  /** Applies events in order. `isCurrent` is asked before each: events of one user are not for the next. */
  applyBatch: (batch: LiveBatch, isCurrent: () => boolean) => void;
  /** Has everything that was read until now read again. */
  applyGap: (isCurrent: () => boolean) => void;
};

export function createEventApplier(hooks: EventHooks): EventApplier {
  let last = Promise.resolve();

  function applyGap(isCurrent: () => boolean): void {
    apply({ kind: 'gap' });
    setTimeout(() => isCurrent() && hooks.onGap(), gapAfterMs);
  }

  function applyEvent(event: LiveEvent): void {
    switch (event.kind) {
      case 'message':
        apply({ kind: 'message-created', jobId: event.jobId, message: event.message });
        break;
      case 'mark':
        apply({ ...event, kind: 'message-status' });
        break;
      case 'job':
        apply({ kind: 'job-outdated', jobId: event.jobId });
        break;
      case 'profile':
        // The event of an erased user names nobody.
        apply({ kind: 'people-outdated', email: isPseudonym(event.email) ? null : event.email });
        hooks.onProfile(event.email);
    }
  }

  return {
    applyGap,
    applyBatch({ events, missed }, isCurrent) {
      if (missed) applyGap(isCurrent);
      const ready = hooks.before(events);
      last = last.then(async () => {
        await ready?.catch(() => undefined);
        for (const event of events) {
          if (!isCurrent()) return;
          try {
            applyEvent(event);
          } catch (error) {
            console.warn('A live event could not be applied:', error);
          }
        }
      });
    },
  };
}
