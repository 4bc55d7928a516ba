import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import type { Line } from './conversations.ts';
import { admin, engineer } from './people.ts';
import type { SeedJob } from './plan.ts';
import { resultsOf, type SeedResult } from './results.ts';
import { sampleFile, stampedFile } from './sampleFiles.ts';
import type { SeedCalls } from './seedCalls.ts';

/** An action on a job in the past. */
export type Action = { hoursAgo: number; run(calls: SeedCalls): Promise<void> };

/** The jobs created so far by code, as of the last response. */
export type JobsByCode = Map<string, JobDetails>;

type Changes =
  | { assignedTo: string }
  | { status: SeedJob['status']; trackingNumber?: string; reason?: string }
  | { due: { date: string; reason: string } };

function now(jobs: JobsByCode, code: string): JobDetails {
  const job = jobs.get(code);
  if (!job) throw new Error(`Demo job ${code} is not there yet.`);
  return job;
}

function reporting(job: SeedJob, jobs: JobsByCode): Action {
  const { jobCode } = job.report;
  return {
    hoursAgo: job.reportedHoursAgo,
    async run(calls) {
      const revisionOf = job.revisionOf === null ? null : now(jobs, job.revisionOf).jobId;
      const files = await Promise.all(job.files.map((kind) => sampleFile(job, kind)));
      const how = { as: job.reporter, key: `seed-${jobCode}-report` };
      const fields = { job: JSON.stringify({ ...job.report, revisionOf }) };
      jobs.set(jobCode, await calls.multipart('reportJob', how, fields, files));
    },
  };
}

function changing(job: SeedJob, jobs: JobsByCode, hoursAgo: number, what: string, changes: Changes): Action {
  const { jobCode } = job.report;
  const as = what === 'cancel' ? job.reporter : what === 'assign' ? admin : (job.assignee ?? engineer);
  return {
    hoursAgo,
    async run(calls) {
      const { jobId: evJobId, version } = now(jobs, jobCode);
      const body = { evJobId, version, jobUpdateUser: as.email, ...changes };
      const answer = await calls.json('updateJob', { as, key: `seed-${jobCode}-${what}` }, body);
      jobs.set(jobCode, answer.job);
    },
  };
}

function saying(job: SeedJob, jobs: JobsByCode, line: Line, index: number): Action {
  const { jobCode } = job.report;
  const staff = job.assignee ?? engineer;
  const [as, other] = line.from === 'staff' ? [staff, job.reporter] : [job.reporter, staff];
  return {
    hoursAgo: job.reportedHoursAgo - line.afterHours * job.pace,
    async run(calls) {
      const { jobId } = now(jobs, jobCode);
      const files = await Promise.all((line.files ?? []).map((kind) => sampleFile(job, kind)));
      const key = `seed-${jobCode}-message-${index}`;
      const fields = {
        evJobId: jobId,
        jobReporter: job.reporter.email,
        jobUpdateUser: as.email,
        'evCommunication.content': line.text,
        'evCommunication.fromUserId': as.email,
        'evCommunication.toUserId': other.email,
        'evCommunication.fromUserType': as.userType,
      };
      const { communication, job: after } = await calls.multipart('updateJob', { as, key }, fields, files);
      jobs.set(jobCode, after);
      if (!line.addressed || !communication) return;
      const evCommunicationId = communication.communicationId;
      const mark = { evCommunicationId, jobId, status: 'ADDRESSED', userName: other.email } as const;
      await calls.json('markMessage', { as: other, key: `${key}-mark` }, mark);
    },
  };
}

function delivering(job: SeedJob, jobs: JobsByCode, result: SeedResult, index: number): Action {
  const { jobCode } = job.report;
  const as = job.assignee ?? engineer;
  return {
    hoursAgo: job.reportedHoursAgo - result.afterHours * job.pace,
    async run(calls) {
      const { jobId: evJobId, version, deliverables } = now(jobs, jobCode);
      // Newest first. When an interrupted seed is continued, later ones may exist already.
      const last = result.replaces ? deliverables.at(-index) : undefined;
      const deliverable = { ...result.deliverable, supersedes: last?.key ?? '' };
      const fields = { job: JSON.stringify({ evJobId, version, jobUpdateUser: as.email, deliverable }) };
      const files = result.hasFile ? [stampedFile(job, (last?.revision ?? 0) + 1)] : [];
      const how = { as, key: `seed-${jobCode}-result-${index}` };
      jobs.set(jobCode, (await calls.multipart('updateJob', how, fields, files)).job);
    },
  };
}

function settling(job: SeedJob, jobs: JobsByCode): Action[] {
  const after = (hours: number) => job.reportedHoursAgo - hours * job.pace;
  const { status, reason } = job;
  if (status === 'ON_HOLD') return [changing(job, jobs, after(20), 'hold', { status, reason })];
  if (status === 'CANCELLED') return [changing(job, jobs, after(16), 'cancel', { status, reason })];
  if (status === 'IN_PROGRESS') return [];
  const tracking = job.trackingNumber === '' ? {} : { trackingNumber: job.trackingNumber };
  return [changing(job, jobs, after(41), 'complete', { status: 'COMPLETED', ...tracking })];
}

function agreeing(job: SeedJob, jobs: JobsByCode, date: string | undefined): Action[] {
  if (!date) return [];
  const due = { date, reason: 'Agreed with the client.' };
  return [changing(job, jobs, job.reportedHoursAgo - 2, 'due', { due })];
}

/**
 * Returns every action on the demo jobs, oldest first.
 *
 * @param dates the due dates that were agreed on, by job code
 */
export function actionsOf(
  plan: readonly SeedJob[],
  jobs: JobsByCode,
  dates: ReadonlyMap<string, string> = new Map(),
): Action[] {
  return plan
    .flatMap((job) => [
      reporting(job, jobs),
      ...(job.assignee
        ? [changing(job, jobs, job.reportedHoursAgo - 0.7, 'assign', { assignedTo: job.assignee.email })]
        : []),
      ...agreeing(job, jobs, dates.get(job.report.jobCode)),
      ...job.conversation.map((line, index) => saying(job, jobs, line, index)),
      ...resultsOf(job).map((result, index) => delivering(job, jobs, result, index)),
      ...settling(job, jobs),
    ])
    .filter(({ hoursAgo }) => hoursAgo > 0)
    .sort((one, other) => other.hoursAgo - one.hoursAgo);
}
