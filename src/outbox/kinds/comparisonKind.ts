import * as v from 'valibot';
import type { RequestOf } from '../../contract/calls.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

const File = v.looseObject({ key: v.string() });

/** What differs between two PDFs: the contract's `ComparisonSave`, which the server checks. */
const ComparisonPayload = v.looseObject({
  comparison: v.looseObject({ before: File, after: File }),
});
export type ComparisonPayload = v.InferOutput<typeof ComparisonPayload>;

export const comparison = {
  payload: ComparisonPayload,
  needs: 2,
  lane: ({ jobId }) => `comparison:${jobId}`,
  register: { of: ({ comparison: { before, after } }) => `${before.key} ${after.key}` },
  request: ({ payload }) => outgoing('saveComparison', payload as RequestOf<'saveComparison'>),
  staysUntilRead: false,
} satisfies Kind<typeof ComparisonPayload>;

export const shownComparison: Shown<ComparisonPayload> = {
  names: ['comparison', 'comparisons'],
  label: (_, job) => `Comparison of plans: ${job}`,
  text: () => '',
  changes: (jobId) => [{ kind: 'job-outdated', jobId }],
  arrived: ({ jobId }) => [{ kind: 'job-outdated', jobId }],
};
