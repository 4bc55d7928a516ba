import { approved } from '../access/access.ts';
import { changeJob } from '../data/jobs/changeJob.ts';
import { jobDetails, jobHistory } from '../data/jobs/jobs.ts';
import { reportJob } from '../data/jobs/reportJob.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { jobWrite, kilobyte, list, maxResponseBytes, read } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { inviteClient, invitesClient } from '../users/inviteClient.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of one job. */
export const jobCalls = {
  job: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200 },
    tag: 'Jobs',
    summary: 'Get a job',
    description: 'Includes its files, deliverables, revisions and history.',
    errors: ['not-found'],
    handler: ({ db, caller, params }) => jobDetails(db, caller, params.jobId),
  },
  reportJob: {
    access: approved,
    cost: jobWrite,
    takesFiles: true,
    written: true,
    changesUsers: invitesClient,
    repeat: repeats.reportJob,
    tag: 'Jobs',
    summary: 'Submit a job',
    description:
      'As JSON, or as multipart with files. Clients submit their own jobs, staff those of an approved client. With `invitesClient`, staff also submit a job for an email address without an account: it is invited as a client in the same request, unless an invitation is open, and finds the job after signing up. A job needs documents, as files or as links, unless staff send `clientSendsDocuments`: then a message asks the client for them. A job with the same address and services as another one is refused unless the other one is cancelled.',
    errors: ['forbidden', 'duplicate-job', 'code-taken', 'too-large', 'not-found', 'upload-gone'],
    handler: async (context) => {
      const { db, caller, body, files, now, written } = context;
      if (body.invitesClient) await inviteClient(context);
      return reportJob(db, caller, body, files, now, written);
    },
  },
  updateJob: {
    access: approved,
    cost: jobWrite,
    takesFiles: true,
    written: true,
    chosen: true,
    repeat: repeats.updateJob,
    tag: 'Jobs',
    summary: 'Update a job or send a message',
    description:
      'Changes name the version they were made from. A change of request type or services needs a service of that type. A `reason` with a change to On hold or Cancelled is added to the history and posted as a message, which the response has as `communication`. With `deliverable` (staff), the files become deliverables of the job, and its tracking number becomes the job’s; with `status` beside it, both are done or neither. `withdrawal` (staff) withdraws a deliverable, for a reason that its client sees in the place of the file; only staff still get that file. A body with `evCommunication.content` is a message in the job’s chat. `evCommunication.addressed` lists messages of the other side, separated by commas, that are marked as addressed with it: all of them, or nothing is sent. When the assignee changes, the client’s new messages become the new assignee’s.',
    errors: ['forbidden', 'stale', 'status-change', 'duplicate-job', 'too-large', 'not-found', 'upload-gone'],
    handler: ({ db, caller, body, files, key, now, written, choice }) =>
      'evCommunication.content' in body
        ? sendMessage(db, caller, body, files, { now, written, choice, key })
        : changeJob(db, caller, body, files, { now, written, choice }),
  },
  jobHistory: {
    access: approved,
    cost: { ...list, bodyBytes: 4 * kilobyte, values: 10, responseBytes: 1_000_000 },
    tag: 'Jobs',
    summary: 'List earlier changes of a job',
    description:
      'A job includes its newest 100 changes and `historyStartAfter`. This call continues from there, newest first, 100 per page.',
    errors: ['not-found', 'bad-cursor'],
    handler: ({ db, caller, params, body }) => jobHistory(db, caller, params.jobId, body.startAfter),
  },
} satisfies Partial<CallRows>;
