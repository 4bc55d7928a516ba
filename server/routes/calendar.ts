import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DueJob, jobsOfFeed } from '../data/calendarFeeds.ts';
import { Refusal } from '../errors/errors.ts';
import { calendarText } from '../export/calendarText.ts';
import type { Services } from '../services/services.ts';

const feedName = /^([\w-]{43})\.ics$/;

type FeedRequest = FastifyRequest<{ Params: { file: string } }>;

/** Returns the validator of a feed. Weak: the same dates are written with another time stamp each time. */
function etagOf(jobs: readonly DueJob[]): string {
  return `W/"${hash('sha256', JSON.stringify(jobs), 'base64url')}"`;
}

/** Serves the calendar feeds. */
export function calendarRoutes(app: FastifyInstance, services: Services): void {
  const { db, publicUrl } = services;
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
