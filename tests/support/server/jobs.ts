import type { RequestOf } from '../../../src/contract/calls.ts';
import type { MessageStatus } from '../../../src/contract/enums.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import {
  type JobFields,
  ofEachField,
  onlyReported,
  type ReportedFieldName,
} from '../../../src/contract/jobs/jobFields.ts';
import type { CallOptions, TestFile } from './call.ts';
import { type PersonName, people } from './people.ts';
import type { TestServer } from './server.ts';

type Report = RequestOf<'reportJob'>;
let made = 0;

/** Returns a complete new job with an address of its own. */
export function jobReport(changes: Partial<Report> = {}): Report {
  made += 1;
  return {
    // A text is empty, and a choice left out, where nothing is said below.
    ...(onlyReported(ofEachField(({ is }) => (is === 'choice' ? undefined : ''))) as unknown as Pick<
      JobFields,
      ReportedFieldName
    >),
    project: `Project ${made}`,
    address: { streetName: `${made} Main Street`, city: 'Springfield', state: 'IL', zipcode: '62701' },
    jobType: 'RESIDENTIAL',
    category: 'STAMP',
    jobPriority: 'NORMAL',
    jobDeliveryMode: 'DIGITAL_COPY',
    copiesNumber: null,
    deliveryAddress: null,
    deliveryPriority: 'STANDARD',
    jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
    jobAttachmentLinks: 'https://files.example/plan',
    message: '',
    jobCode: `CODE${made}`,
    jobReporter: people.client.email,
    ...changes,
  };
}

/** Creates a job, as the client by default, and returns the response. */
export async function newJob(
  { call }: TestServer,
  changes: Partial<Report> = {},
  { as = 'client', ...options }: Pick<CallOptions<'reportJob'>, 'files' | 'key'> & { as?: PersonName } = {},
): Promise<JobDetails> {
  const jobReporter = as === 'otherClient' ? people.otherClient.email : people.client.email;
  return (await call('reportJob', { as, body: jobReport({ jobReporter, ...changes }), ...options })).answer;
}

/** Returns the body of an update by a user, from the job as they read it. */
export function jobUpdate(
  job: Pick<JobDetails, 'jobId' | 'version'>,
  as: PersonName,
  changes: Partial<RequestOf<'updateJob'>> = {},
): RequestOf<'updateJob'> {
  return {
    evJobId: job.jobId,
    jobUpdateUser: people[as].email,
    version: job.version,
    ...changes,
  } as RequestOf<'updateJob'>;
}

/** Updates a job as a user, from the job as they read it. */
export function updateJob(
  { call }: Pick<TestServer, 'call'>,
  job: Pick<JobDetails, 'jobId' | 'version'>,
  as: PersonName,
  changes: Partial<RequestOf<'updateJob'>> = {},
  options: Pick<CallOptions<'updateJob'>, 'files' | 'filesFirst' | 'key' | 'headers'> = {},
) {
  return call('updateJob', { as, body: jobUpdate(job, as, changes), ...options });
}

/** Updates a job as the admin, from the job as it is now; fails the test when that is refused. */
export async function changeJob(server: Pick<TestServer, 'call'>, jobId: string, changes: object) {
  const { answer } = await server.call('job', { as: 'admin', params: { jobId } });
  return (await updateJob(server, answer, 'admin', changes)).answer.job;
}

/** Marks a message as a user. */
export function mark(
  { call }: Pick<TestServer, 'call'>,
  as: PersonName,
  jobId: string,
  evCommunicationId: string,
  status: MessageStatus = 'ADDRESSED',
) {
  const body = { evCommunicationId, jobId, status, userName: people[as].email };
  return call('markMessage', { as, body });
}

/** Reads a list page by page to its end. */
export async function allPages<T>(
  read: (from: { startAfter?: string }) => Promise<{ items: T[]; startAfter: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let startAfter: string | null = null;
  do {
    const page = await read(startAfter === null ? {} : { startAfter });
    items.push(...page.items);
    startAfter = page.startAfter;
  } while (startAfter !== null);
  return items;
}

/** Returns the body of a message as the chat sends it. */
export function messageOf(jobId: string, as: PersonName, content: string): RequestOf<'updateJob'> {
  const { email } = people[as];
  return {
    evJobId: jobId,
    jobUpdateUser: email,
    jobReporter: '',
    'evCommunication.content': content,
    'evCommunication.fromUserId': email,
    'evCommunication.toUserId': '',
    'evCommunication.fromUserType': as === 'admin' ? 'ADMIN' : as.includes('mployee') ? 'EMPLOYEE' : 'CLIENT',
  };
}

/** Sends a message and returns the response. */
export async function send(
  { call }: TestServer,
  jobId: string,
  as: PersonName,
  content: string,
  files: readonly TestFile[] = [],
) {
  const { communication } = (await call('updateJob', { as, body: messageOf(jobId, as, content), files }))
    .answer;
  if (!communication) throw new Error('no message came back');
  return communication;
}
