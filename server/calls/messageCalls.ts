import { newestOnly } from '../../src/contract/calls.ts';
import { newestMessages } from '../../src/contract/limits.ts';
import { approved, mustBeSelf } from '../access/access.ts';
import { conversationOf, newestOf } from '../data/messages/conversation.ts';
import { allMessages, inboxPart } from '../data/messages/inbox.ts';
import { markMessage } from '../data/messages/marks.ts';
import { wholeText } from '../data/messages/messages.ts';
import { snoozeConversation } from '../data/messages/snoozes.ts';
import { Refusal } from '../errors/errors.ts';
import { kilobyte, list, maxResponseBytes, read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { repeats } from '../writes/repeats.ts';

function sequenceOf(before: unknown): number | null {
  if (before === undefined) return null;
  if (typeof before !== 'string' || !/^\d{1,15}$/.test(before)) throw new Refusal('bad-cursor');
  return Number(before);
}

const conversation: CallHandler<'conversation'> = async ({ db, caller, params, query }) =>
  query.part === newestOnly.part
    ? newestOf(db, caller, params.jobId)
    : conversationOf(db, caller, params.jobId, sequenceOf(query.before));

/** The calls of messages. */
export const messageCalls = {
  allMessages: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte },
    tag: 'Messages',
    summary: 'List the messages of all jobs',
    description:
      'Returns pages of 25, newest first unless `order` says otherwise. `startAfter` is the cursor of the next page, or null on the last. Staff get the messages of all jobs, clients those of their own jobs. `part` returns one part of your inbox, the longest wait first: `needs-answer` and, for staff, `shared` (unassigned jobs) list new messages that your side hasn’t answered; `waiting` has one row per job. `snoozed` lists what you snoozed, with `snoozedUntil`; until then it’s in neither of the first two.',
    errors: ['bad-cursor', 'not-found'],
    handler: ({ db, caller, body, now }) => {
      mustBeSelf(caller, body.username);
      const { part, startAfter } = body;
      return part ? inboxPart(db, caller, part, now, startAfter) : allMessages(db, caller, body);
    },
  },
  markMessage: {
    access: approved,
    cost: { ...write, responseBytes: 512 * kilobyte },
    written: true,
    chosen: true,
    repeat: repeats.markMessage,
    tag: 'Messages',
    summary: 'Mark a message as new or addressed',
    description:
      '`status` is the target status, so repeating the call changes nothing. Clients can only mark messages sent to them. Marks are in the job’s history.',
    errors: ['forbidden', 'not-found'],
    handler: ({ db, caller, body, choice, now }) => {
      mustBeSelf(caller, body.userName);
      return markMessage(db, caller, body, choice, now);
    },
  },
  snooze: {
    access: approved,
    cost: { ...write, bodyBytes: kilobyte, responseBytes: kilobyte },
    written: true,
    chosen: true,
    tag: 'Messages',
    summary: 'Snooze a chat',
    description:
      'Takes a job’s chat out of your own inbox until a time (Unix seconds), or until the other side sends a message after the one whose `sequence` is `seen`. 0 ends it. Only the caller sees it.',
    errors: ['not-found'],
    handler: ({ db, caller, body, choice, now }) => snoozeConversation(db, caller, body, choice, now),
  },
  conversation: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200, atOnce: 8 },
    tag: 'Messages',
    summary: 'List the messages of a job',
    description: `Oldest first. \`?part=newest\` returns the newest ${newestMessages} only.`,
    errors: ['not-found'],
    handler: conversation,
  },
  wholeText: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200 },
    tag: 'Messages',
    summary: 'Get the whole text of a shortened message',
    description:
      'A message sent by email is posted without the quoted email and without the signature below “-- ”. If that left anything out, the message has `shortened`, and this returns the text as it came.',
    errors: ['not-found'],
    handler: ({ db, caller, params }) => wholeText(db, caller, params.communicationId),
  },
} satisfies Partial<CallRows>;
