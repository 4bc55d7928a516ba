import * as v from 'valibot';
import type { ResponseOf } from '../../contract/calls.ts';
import { messageStatuses, wireValues } from '../../contract/enums.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** The status of a message. */
const MarkPayload = v.object({
  communicationId: v.string(),
  /** The wanted status itself, and no toggle. */
  target: v.picklist(wireValues(messageStatuses)),
});

export const mark = {
  payload: MarkPayload,
  lane: ({ payload }) => `mark:${payload.communicationId}`,
  register: { of: ({ communicationId }) => communicationId },
  /** POST /update/communication with the target status (§4, §7). */
  request({ payload: { communicationId, target }, jobId, ownerEmail }) {
    const body = { evCommunicationId: communicationId, jobId, status: target, userName: ownerEmail };
    return outgoing('markMessage', body, true);
  },
  staysUntilRead: false,
} satisfies Kind<typeof MarkPayload>;

export const shownMark: Shown<v.InferOutput<typeof MarkPayload>> = {
  names: ['message status change', 'message status changes'],
  label: ({ target }) => (target === 'ADDRESSED' ? 'Marked as addressed' : 'Marked as new'),
  text: () => '',
  changes(jobId, response) {
    const { communicationId, status } = response as ResponseOf<'markMessage'>;
    return [{ kind: 'message-status', jobId, communicationId, status }];
  },
  arrived: ({ jobId, state, payload: { communicationId, target } }, { discarded, replaced }) => [
    // A choice that was given up must not show its target.
    ...(state === 'failed' || discarded || replaced
      ? []
      : [{ kind: 'message-status', jobId, communicationId, status: target } as const]),
    { kind: 'messages-outdated', jobId },
  ],
  refused: ({ jobId }) => [{ kind: 'messages-outdated', jobId }],
  refusedText: 'Couldn’t change the message status.',
};
