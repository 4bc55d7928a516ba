import { due } from './dueKind.ts';
import type { Kind, Shown } from './kind.ts';
import { shownUpdate, type UpdatePayload } from './updateKind.ts';

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
