import * as v from 'valibot';
import type { StaffNotes } from '../../api/readNotes.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import { type Kind, outgoing, type ShownPost } from './kind.ts';

/** A staff note of a job. */
const NotePayload = v.object({
  content: v.string(),
  /** Emails of the staff whom it mentions. */
  mentions: v.exactOptional(v.array(v.string())),
});

export const note = {
  payload: NotePayload,
  lane: ({ jobId }) => `note:${jobId}`,
  request({ payload: { content, ...rest }, jobId }) {
    return outgoing('addStaffNote', { jobId, note: content, ...rest }, true);
  },
  serverId: (response) => (response as ResponseOf<'addStaffNote'>).noteId,
  staysUntilRead: true,
} satisfies Kind<typeof NotePayload>;

export const shownNote: ShownPost<v.InferOutput<typeof NotePayload>> = {
  names: ['staff note', 'staff notes'],
  label: () => 'Staff note',
  text: ({ content }) => content,
  blocker: 'an earlier staff note to this job',
  advice: {
    forbidden: 'Only staff can add staff notes. Copy the text if you need it, then delete this note.',
    'not-found':
      'This job doesn’t exist anymore, or staff notes aren’t available right now. Try again later, or delete this note.',
  },
  editedAt: ({ jobId }) => ({ to: '/jobs/update/$jobId', params: { jobId }, search: { view: 'notes' } }),
  changes: (jobId, response) => [
    { kind: 'note-created', jobId, note: response as ResponseOf<'addStaffNote'> },
  ],
  arrived: ({ jobId }) => [{ kind: 'job-outdated', jobId }],
  read: { query: 'staffNotes', posts: (data) => (data as StaffNotes).items },
};
