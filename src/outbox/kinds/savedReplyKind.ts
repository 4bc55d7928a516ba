import * as v from 'valibot';
import type { ResponseOf } from '../../contract/calls.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** A saved reply: the contract's `SavedReplySave`, whole but for its files, so that a repeat changes nothing. */
const SavedReplyPayload = v.looseObject({
  replyId: v.string(),
  isFirms: v.boolean(),
  name: v.string(),
  content: v.string(),
  drops: v.exactOptional(v.array(v.string())),
  removed: v.exactOptional(v.boolean()),
});

export const savedReply = {
  payload: SavedReplyPayload,
  needs: 3,
  isJobless: true,
  lane: ({ payload }) => `reply:${payload.replyId}`,
  register: {
    of: ({ replyId }) => replyId,
    // The files that go, which a later save of its text leaves out.
    onTop: (next, { drops = [] }) => {
      const all = [...new Set([...drops, ...(next.drops ?? [])])];
      return { ...next, ...(all.length > 0 && { drops: all }) };
    },
    keepsFiles: ({ removed }) => !removed,
  },
  request: ({ payload }) => outgoing('saveReply', payload, true),
  staysUntilRead: false,
} satisfies Kind<typeof SavedReplyPayload>;

export const shownSavedReply: Shown<v.InferOutput<typeof SavedReplyPayload>> = {
  names: ['saved reply', 'saved replies'],
  label: ({ name, removed }) => `Saved reply: ${name}${removed ? ' (removed)' : ''}`,
  isOwnGroup: true,
  text: () => '',
  copy: ({ name, content }) => [name, content].filter(Boolean).join('\n'),
  blocker: 'an earlier change to this saved reply',
  changes: (_, response) => [
    { kind: 'rows-changed', of: 'savedReplies', rows: response as ResponseOf<'saveReply'> },
  ],
  // Without a job: what belongs to none.
  arrived: () => [{ kind: 'job-outdated', jobId: '' }],
};
