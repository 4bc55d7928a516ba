import * as v from 'valibot';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** A conversation that is put off until a time: the contract's `Snooze`. */
const SnoozePayload = v.object({ jobId: v.string(), until: v.number(), seen: v.number() });

export const snooze = {
  payload: SnoozePayload,
  needs: 4,
  lane: ({ jobId }) => `snooze:${jobId}`,
  register: { of: ({ jobId }) => jobId },
  request: ({ payload }) => outgoing('snooze', payload, true),
  staysUntilRead: false,
} satisfies Kind<typeof SnoozePayload>;

export const shownSnooze: Shown<v.InferOutput<typeof SnoozePayload>> = {
  names: ['snoozed chat', 'snoozed chats'],
  label: ({ until }, job) => `${until > 0 ? 'Snoozed' : 'No longer snoozed'}: ${job}`,
  text: () => '',
  changes: (jobId, response) => [{ kind: 'snoozed', jobId, until: (response as { until: number }).until }],
  arrived: ({ jobId, state, payload: { until } }, { discarded, replaced }) =>
    state === 'failed' || discarded || replaced
      ? [{ kind: 'lists-outdated', when: 'soon' }]
      : [{ kind: 'snoozed', jobId, until }],
  refused: () => [{ kind: 'lists-outdated', when: 'soon' }],
  refusedText: 'Couldn’t snooze the chat.',
};
