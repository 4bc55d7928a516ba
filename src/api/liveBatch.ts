import * as v from 'valibot';
import { LiveBatch, LiveEvent } from '../contract/live.ts';
import { checkAnswer } from './envelope.ts';

const Sent = v.object({
  ...LiveBatch.entries,
  events: v.array(v.looseObject({ kind: v.string() })),
});

const kinds: ReadonlySet<string> = new Set(LiveEvent.options.map(({ entries }) => entries.kind.literal));

/** More at once costs more than reading everything that is shown again. */
const mostEvents = 2000;

/**
 * What happened, checked against the contract. What a later version of the service tells beside it is passed over; where
 * something of a known kind cannot be read, everything has to be.
 *
 * @throws ApiError when it is no batch at all
 */
export function liveBatchOf(said: unknown): LiveBatch {
  const { cursor, missed, events } = checkAnswer(Sent, 'events', said, 200, true);
  const known = events.filter(({ kind }) => kinds.has(kind));
  const checked = known.slice(0, mostEvents).flatMap((event) => {
    const { success, output } = v.safeParse(LiveEvent, event);
    return success ? output : [];
  });
  return { cursor, missed: missed || checked.length < known.length, events: checked };
}
