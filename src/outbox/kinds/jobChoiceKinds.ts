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

/** The assignee of a job: a change of nothing else. */
export const assignment = {
  ...due,
  lane: ({ jobId }) => `assignee:${jobId}`,
} satisfies Kind<typeof UpdatePayload>;

const { editedAt, ...shown } = shownUpdate;
/** Shows an assignment. It is not edited: another assignee is chosen. */
export const shownAssignment: Shown<UpdatePayload> = {
  ...shown,
  names: ['assignment', 'assignments'],
  label: (_, job) => `Assignee of ${job}`,
};
