import { isStaff } from '../../contract/enums.ts';
import type { Job } from '../../contract/jobs/job.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';

/** What the chat needs of its job: its name, and whom to address a message to. */
export type ChatJob = Pick<Job, 'jobId' | 'jobCode' | 'project' | 'jobReporter' | 'assignedTo'> & {
  company: string;
};

function ofJob(job: Job): ChatJob {
  const { jobId, jobCode, project, jobReporter, assignedTo } = job;
  return { jobId, jobCode, project, jobReporter, assignedTo, company: job.jobReporterDetails.company };
}

function ofMessages(messages: readonly Message[]): ChatJob | undefined {
  const newest = messages.at(-1);
  if (!newest) return undefined;
  const { jobId, jobCode, project, company, fromUserType, fromUserId, toUserId } = newest;
  const jobReporter = isStaff(fromUserType) ? toUserId : fromUserId;
  return { jobId, jobCode, project, company, jobReporter, assignedTo: '' };
}

function ofRecords(jobId: string, records: readonly OutboxRecord[]): ChatJob | undefined {
  const record = records.find((one) => one.kind === 'message' && one.jobId === jobId);
  if (record?.kind !== 'message') return undefined;
  const { jobReporter, assignedTo } = record.payload;
  return { jobId, jobCode: '', project: '', company: '', jobReporter, assignedTo };
}

/**
 * Returns the job of a chat as far as it is known on this device, so that one can read and write offline.
 *
 * @param job from the job's own query or from a list
 */
export function chatJobOf(
  jobId: string,
  job: Job | undefined,
  messages: readonly Message[] = [],
  records: readonly OutboxRecord[] = [],
): ChatJob | undefined {
  return job ? ofJob(job) : (ofMessages(messages) ?? ofRecords(jobId, records));
}
