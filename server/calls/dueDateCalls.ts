import { administrators, approved } from '../access/access.ts';
import { calendarFeed, saveCalendarFeed } from '../data/calendarFeeds.ts';
import { dueSettings, previewDueRules, saveDueRules } from '../data/due/dueRules.ts';
import { kilobyte, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';

/** The calls of due dates and calendar feeds. */
export const dueDateCalls = {
  dueRules: {
    access: administrators,
    cost: read,
    tag: 'Jobs',
    summary: 'Get the rules of due dates',
    description: '`rules` is null while due dates are off. `countries` are those whose holidays are known.',
    handler: ({ db }) => dueSettings(db),
  },
  saveDueRules: {
    access: administrators,
    // At most 100 rules.
    cost: { ...write, bodyBytes: 32 * kilobyte, values: 600, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Set the rules of due dates',
    description:
      'Of the rules that fit a service, the one that names most counts; a job takes as long as its slowest service. Null turns due dates off. The dates of open jobs follow within minutes.',
    handler: ({ db, caller, body, now, requestId }) => saveDueRules(db, caller, body, { now, requestId }),
  },
  previewDueRules: {
    access: administrators,
    cost: { ...read, bodyBytes: 32 * kilobyte, values: 600, loopMs: 200, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Try rules of due dates',
    description:
      'Returns when jobs that each rule fits would be due if they were submitted now, and the next holidays.',
    handler: ({ body, now }) => previewDueRules(body, now),
  },
  calendarFeed: {
    access: approved,
    cost: read,
    tag: 'Jobs',
    summary: 'Get your calendar feed',
    description: 'When it was made. Its address is not stored, and is given only once.',
    handler: ({ db, caller }) => calendarFeed(db, caller),
  },
  saveCalendarFeed: {
    access: approved,
    cost: write,
    tag: 'Jobs',
    summary: 'Make, replace or end your calendar feed',
    description:
      'Send a secret of 256 random bits in base64url. The feed is then at `/api/calendar/{token}.ics`, without sign-in, until it is replaced or ended, your access is revoked, or you are signed out of all devices.',
    handler: ({ db, caller, body, now }) => saveCalendarFeed(db, caller, body.token, now),
  },
} satisfies Partial<CallRows>;
