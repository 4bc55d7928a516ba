import type { LiveEvent } from '../../src/contract/live.ts';
import { type Caller, mayReceive } from '../access/access.ts';
import type { VisibleEvent } from '../data/liveEvents.ts';
import { uidHash } from '../data/users/callers.ts';

/** Gives the sender of a message the key back that it was sent under. */
function withOwnKey({ email }: Caller, { event, key }: VisibleEvent): LiveEvent {
  if (event.kind !== 'message' || key === null || event.message.fromUserId !== email) return event;
  return { ...event, message: { ...event.message, idempotencyKey: key } };
}

/** Returns the events that a caller may receive. */
export function eventsFor(caller: Caller, visible: readonly VisibleEvent[]): LiveEvent[] {
  return visible
    .filter(({ event, forUser }) => mayReceive(caller, { kind: event.kind, forUser }))
    .map((happened) => withOwnKey(caller, happened));
}

/**
 * Whether an event ends a caller's stream: rights are checked when a stream is opened, and a client that reconnects with its cursor
 * gets the event then.
 */
export function endsFor({ email, uid }: Caller, { changesRights, forUser, ends }: VisibleEvent): boolean {
  return (changesRights && forUser === email) || (ends !== null && ends === uidHash(uid));
}
