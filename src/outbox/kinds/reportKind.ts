import * as v from 'valibot';
import type { RequestOf, ResponseOf } from '../../contract/calls.ts';
import { randomId } from '../../format/randomId.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';

/** A new job: the contract's `JobReport`, validated by the form and by the server. */
const ReportPayload = v.looseObject({ jobCode: v.string() });

export const report = {
  payload: ReportPayload,
  isJobless: true,
  isProbed: true,
  lane: ({ clientId }) => `report:${clientId}`,
  request: ({ payload }) => outgoing('reportJob', payload as RequestOf<'reportJob'>, true),
  serverId: (response) => (response as ResponseOf<'reportJob'>).jobId,
  staysUntilRead: true,
  renewed: (payload, { code }) => (code === 'code-taken' ? { ...payload, jobCode: randomId() } : null),
} satisfies Kind<typeof ReportPayload>;

export const shownReport: Shown<v.InferOutput<typeof ReportPayload>> = {
  names: ['new job', 'new jobs'],
  label: ({ project, jobCode }) => `New job: ${project || jobCode}`,
  isOwnGroup: true,
  text: () => '',
  copy: (payload) => JSON.stringify(payload, null, 2),
  editedAt: () => ({ to: '/jobs/listing/$category', params: { category: 'all' } }),
  changes: (_, response) => [{ kind: 'job-created', job: response as ResponseOf<'reportJob'> }],
  arrived: ({ ack }) => [{ kind: 'job-outdated', jobId: ack?.serverId ?? '' }],
};
