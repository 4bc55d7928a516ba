import type { FastifyInstance } from 'fastify';
import { mustBeSelf } from '../access.ts';
import { listShots, saveShot } from '../data/checklists.ts';
import { changeJob } from '../data/jobs/changeJob.ts';
import { listJobs, searchJobs } from '../data/jobs/jobQuery.ts';
import { jobDetails, jobHistory } from '../data/jobs/jobs.ts';
import { reportJob } from '../data/jobs/reportJob.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { addNote, listNotes } from '../data/staffNotes.ts';
import { route } from '../http/route.ts';
import { choiceOf, writtenAt } from '../http/written.ts';
import { nowSeconds, type Services } from '../services.ts';

/** Calls on jobs: report, read, list, search, update; a chat message is an update of its job (§7); staff notes; the photo checklists. */
export function jobsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'jobs', async ({ db, caller, body }) => {
    mustBeSelf(caller, body.username);
    return listJobs(db, caller, body);
  });
  route(app, services, 'searchJobs', ({ db, caller, body }) =>
    searchJobs(db, caller, body, { now: nowSeconds(services) }),
  );
  route(app, services, 'job', ({ db, caller, params }) => jobDetails(db, caller, params.jobId));
  route(app, services, 'jobHistory', ({ db, caller, params, body }) =>
    jobHistory(db, caller, params.jobId, body.startAfter),
  );
  route(app, services, 'reportJob', ({ db, caller, body, files, headers }) => {
    const now = nowSeconds(services);
    return reportJob(db, caller, body, files, now, writtenAt(headers, now));
  });
  route(app, services, 'updateJob', ({ db, caller, body, files, headers, key }) => {
    const now = nowSeconds(services);
    const written = writtenAt(headers, now);
    return 'evCommunication.content' in body
      ? sendMessage(db, caller, body, files, now, written, key)
      : changeJob(db, caller, body, files, { now, written, choice: choiceOf(headers, now) });
  });
  route(app, services, 'staffNotes', ({ db, caller, params, query }) =>
    listNotes(db, caller, params.jobId, query.startAfter),
  );
  route(app, services, 'addStaffNote', ({ db, caller, body, headers, key }) => {
    const now = nowSeconds(services);
    return addNote(db, caller, body, now, writtenAt(headers, now), key);
  });
  route(app, services, 'checklists', ({ db }) => listShots(db));
  route(app, services, 'saveShot', ({ db, caller, body, files, headers, requestId }) => {
    const now = nowSeconds(services);
    return saveShot(db, caller, body, files, { now, requestId, choice: choiceOf(headers, now) });
  });
}
