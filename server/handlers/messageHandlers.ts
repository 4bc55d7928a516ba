import { newestOnly } from '../../src/contract/calls.ts';
import { conversationOf, newestOf } from '../data/messages/conversation.ts';
import { Refusal } from '../errors/errors.ts';
import type { CallHandler } from '../http/callRow.ts';

function sequenceOf(before: unknown): number | null {
  if (before === undefined) return null;
  if (typeof before !== 'string' || !/^\d{1,15}$/.test(before)) throw new Refusal('bad-cursor');
  return Number(before);
}

export const conversation: CallHandler<'conversation'> = async ({ db, caller, params, query }) =>
  query.part === newestOnly.part
    ? newestOf(db, caller, params.jobId)
    : conversationOf(db, caller, params.jobId, sequenceOf(query.before));
