import * as v from 'valibot';
import type { ResponseOf } from '../../contract/calls.ts';
import { services, wireValues } from '../../contract/enums.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** A shot of a photo checklist: the contract's `ShotSave`, whole, so that a repeat changes nothing. */
const ShotPayload = v.looseObject({
  shotId: v.string(),
  service: v.picklist(wireValues(services)),
  name: v.string(),
  hint: v.string(),
  after: v.exactOptional(v.string()),
  removed: v.exactOptional(v.boolean()),
  noExample: v.exactOptional(v.boolean()),
});

export const shot = {
  payload: ShotPayload,
  isJobless: true,
  lane: ({ payload }) => `checklist:${payload.service}`,
  register: {
    of: ({ shotId }) => shotId,
    // Its place and its picture, which a save of its name leaves out.
    onTop: (next, { after, noExample }, hasFiles) => ({
      ...(after !== undefined && { after }),
      ...(noExample !== undefined && !hasFiles && { noExample }),
      ...next,
    }),
    keepsFiles: ({ noExample, removed }) => !noExample && !removed,
  },
  request: ({ payload }) => outgoing('saveShot', payload, true),
  staysUntilRead: false,
} satisfies Kind<typeof ShotPayload>;

export const shownShot: Shown<v.InferOutput<typeof ShotPayload>> = {
  names: ['checklist change', 'checklist changes'],
  label: ({ name, removed }) => `Photo checklist: ${name}${removed ? ' (removed)' : ''}`,
  isOwnGroup: true,
  text: () => '',
  copy: ({ name, hint }) => [name, hint].filter(Boolean).join('\n'),
  blocker: 'an earlier change to this checklist',
  changes: (_, response) => [
    { kind: 'rows-changed', of: 'checklists', rows: response as ResponseOf<'saveShot'> },
  ],
  // Without a job: the checklists.
  arrived: () => [{ kind: 'job-outdated', jobId: '' }],
};
