import type { FastifyInstance } from 'fastify';
import { newestOnly } from '../../src/contract/calls.ts';
import { mustBeSelf } from '../access.ts';
import { Refusal } from '../data/errors.ts';
import { inboxPart } from '../data/messages/inbox.ts';
import { allMessages, conversationOf, markMessage, newestOf, wholeText } from '../data/messages/messages.ts';
import { route } from '../http/route.ts';
import { choiceOf } from '../http/written.ts';
import { nowSeconds, type Services } from '../services.ts';

function sequenceOf(before: unknown): number | null {
  if (before === undefined) return null;
  if (typeof before !== 'string' || !/^\d{1,15}$/.test(before)) throw new Refusal('bad-cursor');
  return Number(before);
}

/** Calls on messages: a job's conversation, the user's inbox, and the status of a message (§7). */
export function messagesRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'conversation', ({ db, caller, params, query }) =>
    query.part === newestOnly.part
      ? newestOf(db, caller, params.jobId)
      : conversationOf(db, caller, params.jobId, sequenceOf(query.before)),
  );
  route(app, services, 'allMessages', async ({ db, caller, body }) => {
    mustBeSelf(caller, body.username);
    const { part, startAfter } = body;
    return part ? inboxPart(db, caller, part, startAfter) : allMessages(db, caller, body);
  });
  route(app, services, 'wholeText', ({ db, caller, params }) =>
    wholeText(db, caller, params.communicationId),
  );
  route(app, services, 'markMessage', async ({ db, caller, body, headers }) => {
    mustBeSelf(caller, body.userName);
    const now = nowSeconds(services);
    return markMessage(db, caller, body, choiceOf(headers, now), now);
  });
}
