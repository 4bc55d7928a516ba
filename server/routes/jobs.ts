import type { FastifyInstance } from 'fastify';
import { maxWrittenAgoSeconds, writtenHeader } from '../../src/contract/written.ts';
import { mustBeSelf } from '../access.ts';
import { listShots, saveShot } from '../data/checklists.ts';
import { changeJob } from '../data/jobs/changeJob.ts';
import { listJobs, searchJobs } from '../data/jobs/jobQuery.ts';
import { jobDetails, jobHistory } from '../data/jobs/jobs.ts';
import { reportJob } from '../data/jobs/reportJob.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { addNote, listNotes } from '../data/staffNotes.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

/**
 * Returns when the device says that something was written, in seconds by this server's clock; null when it does not say, or what it
 * says is absurd: such a message is stored without it. A message is never refused for its device's clock.
 */
function writtenAt(secondsAgo: unknown, now: number): number | null {
  if (typeof secondsAgo !== 'string' || !/^\d{1,9}$/.test(secondsAgo)) return null;
  const ago = Number(secondsAgo);
  return ago <= maxWrittenAgoSeconds ? now - ago : null;
}

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
    return reportJob(db, caller, body, files, now, writtenAt(headers[writtenHeader], now));
  });
  route(app, services, 'updateJob', ({ db, caller, body, files, headers, key }) => {
    const now = nowSeconds(services);
    const written = writtenAt(headers[writtenHeader], now);
    return 'evCommunication.content' in body
      ? sendMessage(db, caller, body, files, now, written, key)
      : changeJob(db, caller, body, files, now, written);
  });
  route(app, services, 'staffNotes', ({ db, caller, params, query }) =>
    listNotes(db, caller, params.jobId, query.startAfter),
  );
  route(app, services, 'addStaffNote', ({ db, caller, body, headers, key }) => {
    const now = nowSeconds(services);
    return addNote(db, caller, body, now, writtenAt(headers[writtenHeader], now), key);
  });
  route(app, services, 'checklists', ({ db }) => listShots(db));
  route(app, services, 'saveShot', ({ db, caller, body, files, requestId }) =>
    saveShot(db, caller, body, files, { now: nowSeconds(services), requestId }),
  );
}
