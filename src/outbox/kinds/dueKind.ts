import type { RequestOf } from '../../contract/calls.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';
import { shownUpdate, UpdatePayload } from './updateKind.ts';

/** The due date of a job: a change of nothing else. */
export const due = {
  payload: UpdatePayload,
  isProbed: true,
  lane: ({ jobId }) => `due:${jobId}`,
  register: { of: ({ evJobId }) => evJobId },
  request: ({ payload }) => outgoing('updateJob', payload as RequestOf<'updateJob'>, true),
  staysUntilRead: false,
} satisfies Kind<typeof UpdatePayload>;

export const shownDue: Shown<UpdatePayload> = {
  ...shownUpdate,
  names: ['due date', 'due dates'],
  label: (_, job) => `Due date of ${job}`,
};
