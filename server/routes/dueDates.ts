import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calendarFeed, type DueJob, jobsOfFeed, saveCalendarFeed } from '../data/calendarFeeds.ts';
import { dueSettings, previewDueRules, saveDueRules } from '../data/dueRules.ts';
import { Refusal } from '../data/errors.ts';
import { calendarText } from '../due/calendarText.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

const feedName = /^([\w-]{43})\.ics$/;

type FeedRequest = FastifyRequest<{ Params: { file: string } }>;

/** Returns the validator of a feed. Weak: the same dates are written with another time stamp each time. */
function etagOf(jobs: readonly DueJob[]): string {
  return `W/"${hash('sha256', JSON.stringify(jobs), 'base64url')}"`;
}

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
  app.get('/api/calendar/:file', async ({ params, headers }: FeedRequest, reply) => {
    const [, token] = feedName.exec(params.file) ?? [];
    const jobs = token === undefined ? null : await jobsOfFeed(db, token);
    if (jobs === null) throw new Refusal('not-found');
    const etag = etagOf(jobs);
    reply.headers({ 'cache-control': 'private, no-cache', etag });
    if (headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="ev-jobs.ics"',
      })
      .send(calendarText(jobs, { publicUrl, now: services.now() }));
  });
}
