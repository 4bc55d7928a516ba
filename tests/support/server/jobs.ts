import type { RequestOf } from '../../../src/contract/calls.ts';
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
    // A text is empty where nothing is said below.
    ...(onlyReported(ofEachField(() => '')) as unknown as Pick<JobFields, ReportedFieldName>),
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
