import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calendarFeed, jobsOfFeed, saveCalendarFeed } from '../data/calendarFeeds.ts';
import { dueSettings, previewDueRules, saveDueRules } from '../data/dueRules.ts';
import { calendarText } from '../due/calendarText.ts';
import { Refusal } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

const feedName = /^([\w-]{43})\.ics$/;

/** The rules of due dates, and the calendar feeds. */
export function dueDatesRoutes(app: FastifyInstance, services: Services): void {
  const { db, publicUrl } = services;
  route(app, services, 'dueRules', ({ db }) => dueSettings(db));
  route(app, services, 'saveDueRules', ({ db, caller, body, requestId }) =>
    saveDueRules(db, caller, body, { now: nowSeconds(services), requestId }),
  );
  route(app, services, 'previewDueRules', ({ body }) => previewDueRules(body, nowSeconds(services)));
  route(app, services, 'calendarFeed', ({ db, caller }) => calendarFeed(db, caller));
  route(app, services, 'saveCalendarFeed', ({ db, caller, body }) =>
    saveCalendarFeed(db, caller, body.token, nowSeconds(services)),
  );

  // Without sign-in, which calendars cannot do: the secret in the path is the key.
  app.get('/api/calendar/:file', async ({ params }: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const [, token] = feedName.exec(params.file) ?? [];
    const jobs = token === undefined ? null : await jobsOfFeed(db, token);
    if (jobs === null) throw new Refusal('not-found');
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="ev-jobs.ics"',
      })
      .send(calendarText(jobs, { publicUrl, now: services.now() }));
  });
}
