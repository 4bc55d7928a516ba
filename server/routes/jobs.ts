import type { FastifyInstance } from 'fastify';
import { mustBeSelf } from '../access.ts';
import { changeJob } from '../data/jobs/changeJob.ts';
import { listJobs, searchJobs } from '../data/jobs/jobQuery.ts';
import { jobDetails, jobHistory } from '../data/jobs/jobs.ts';
import { reportJob } from '../data/jobs/reportJob.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

/** Calls on jobs: report, read, list, search, update; a chat message is an update of its job (§7). */
export function jobsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'jobs', async ({ db, caller, body }) => {
    mustBeSelf(caller, body.username);
    return listJobs(db, caller, body);
  });
  route(app, services, 'searchJobs', ({ db, caller, body }) => searchJobs(db, caller, body));
  route(app, services, 'job', ({ db, caller, params }) => jobDetails(db, caller, params.jobId));
  route(app, services, 'jobHistory', ({ db, caller, params, body }) =>
    jobHistory(db, caller, params.jobId, body.startAfter),
  );
  route(app, services, 'reportJob', ({ db, caller, body, files }) =>
    reportJob(db, caller, body, files, nowSeconds(services)),
  );
  route(app, services, 'updateJob', ({ db, caller, body, files }) =>
    'evCommunication.content' in body
      ? sendMessage(db, caller, body, files, nowSeconds(services))
      : changeJob(db, caller, body, files, nowSeconds(services)),
  );
}
