import type { FastifyInstance } from 'fastify';
import { isStaff } from '../../src/contract/enums.ts';
import { maySeeProfile } from '../access.ts';
import { Refusal } from '../data/errors.ts';
import { figuresOf } from '../data/jobs/figures.ts';
import { countJobs } from '../data/jobs/stats.ts';
import { countInbox } from '../data/messages/inbox.ts';
import { callerProfile } from '../data/users/callers.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

export function statsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'stats', ({ caller, db }) => countJobs(db, {}, caller, nowSeconds(services)));

  route(app, services, 'figures', ({ db, body }) => figuresOf(db, body, nowSeconds(services)));

  route(app, services, 'userStats', async ({ caller, db, params: { email } }) => {
    const profile = maySeeProfile(caller, email) ? await callerProfile(db, email) : null;
    if (!profile) throw new Refusal('not-found');
    const whose = isStaff(profile.userType) ? { assignedTo: email } : { jobReporter: email };
    const counts = countJobs(db, whose, caller, nowSeconds(services));
    if (email !== caller.email) return counts;
    const [jobs, inbox] = await Promise.all([counts, countInbox(db, caller)]);
    return { ...jobs, inbox };
  });
}
