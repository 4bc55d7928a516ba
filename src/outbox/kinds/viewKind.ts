import * as v from 'valibot';
import type { ResponseOf } from '../../contract/calls.ts';
import type { SavedViewSave } from '../../contract/savedViewForms.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** A named view: the contract's `SavedViewSave`, whole, so that a repeat changes nothing. */
const ViewPayload = v.looseObject({
  viewId: v.string(),
  isShared: v.boolean(),
  name: v.string(),
  category: v.string(),
  search: v.record(v.string(), v.unknown()),
  removed: v.exactOptional(v.boolean()),
});

export const view = {
  payload: ViewPayload,
  needs: 5,
  isJobless: true,
  lane: ({ payload }) => `view:${payload.viewId}`,
  register: { of: ({ viewId }) => viewId },
  request: ({ payload }) => outgoing('saveView', payload as SavedViewSave, true),
  staysUntilRead: false,
} satisfies Kind<typeof ViewPayload>;

export const shownView: Shown<v.InferOutput<typeof ViewPayload>> = {
  names: ['view', 'views'],
  label: ({ name, removed }) => `View: ${name}${removed ? ' (deleted)' : ''}`,
  isOwnGroup: true,
  text: () => '',
  copy: ({ name }) => name,
  blocker: 'an earlier change to this view',
  changes: (_, response) => [
    { kind: 'rows-changed', of: 'savedViews', rows: response as ResponseOf<'saveView'> },
  ],
  // Without a job: what belongs to none.
  arrived: () => [{ kind: 'job-outdated', jobId: '' }],
};
