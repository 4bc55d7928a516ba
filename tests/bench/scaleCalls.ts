import { encodeCursor } from '../../server/data/cursor.ts';
import type { Queryable } from '../../server/data/db/db.ts';
import type { CallName, RequestOf } from '../../src/contract/calls.ts';
import { dueRules } from '../support/server/dueRules.ts';
import { type Person, type PersonName, people } from '../support/server/people.ts';
import { reader } from './mixOfCalls.ts';
import { messagesOfOneJob, talkedOf, writtenTo } from './scaleData.ts';

/** A repeated call; `body` may read the database it is made on, and its number of jobs. */
export type ScaleCall = {
  name: string;
  call: CallName;
  as?: PersonName | Person;
  params?: Record<string, string>;
  /** In place of the path of the call. */
  url?: string;
  body?: (db: Queryable, jobs: number) => object | Promise<object>;
  /** How many times as long it may take as with 1,000 jobs. */
  mostTimes?: number;
};

/** The employee whose jobs are read; 25 have as many. */
export const assignee = reader(5);
const feedToken = 'scale'.padEnd(43, '-');

const staff = people.employee.email;
const client = people.client.email;
const deep = 40_000;
/** The limit for calls that a reader waits for. Words are looked up where they are rare, which takes a statement more. */
const listed = 1.5;
const searched = 3;

function listing(name: string, body: Omit<RequestOf<'jobs'>, 'username'> = {}): ScaleCall {
  return { name, call: 'jobs', mostTimes: listed, body: () => ({ username: staff, ...body }) };
}

function search(name: string, body: RequestOf<'searchJobs'>, as: PersonName = 'employee'): ScaleCall {
  return {
    name,
    call: 'searchJobs',
    as,
    mostTimes: body.text === undefined ? listed : searched,
    body: () => body,
  };
}

/** The lists whose jobs are counted for the chips of named views. */
function counting(
  name: string,
  list: RequestOf<'jobCounts'>['lists'][number],
  mostTimes = listed,
): ScaleCall {
  return { name: `count of a view: ${name}`, call: 'jobCounts', mostTimes, body: () => ({ lists: [list] }) };
}

const open = ['IN_PROGRESS', 'ON_HOLD'] as const;
const ownOpen = { assignedTo: assignee.email, statuses: [...open] };

function searchAll(name: string, body: RequestOf<'search'>, as: PersonName = 'employee'): ScaleCall {
  return { name: `search of everything: ${name}`, call: 'search', as, mostTimes: searched, body: () => body };
}

/** Returns the cursor of a user who has paged through so many jobs; half of all where there are fewer. */
async function cursorByProject(db: Queryable, jobs: number): Promise<string> {
  const [row] = await db.query<{ project: string; seq: number }>(
    'select lower(project) as project, seq from jobs order by lower(project), seq limit 1 offset $1',
    [Math.min(deep, jobs / 2)],
  );
  return encodeCursor('jobs project', [row?.project ?? '', row?.seq ?? 0]);
}

/** Returns the cursor after so many jobs in progress by due date. */
async function cursorByDue(db: Queryable, place: number): Promise<string> {
  const [row] = await db.query<{ due_end: number; seq: number }>(
    "select due_end, seq from jobs where status = 'IN_PROGRESS' order by due_end, seq limit 1 offset $1",
    [Math.floor(place)],
  );
  return encodeCursor('jobs due', [row?.due_end ?? 0, row?.seq ?? 0]);
}

export const scaleCalls: readonly ScaleCall[] = [
  listing('first page, staff'),
  {
    name: 'first page, client with a tenth of all',
    call: 'jobs',
    as: 'client',
    mostTimes: listed,
    body: () => ({ username: client }) satisfies RequestOf<'jobs'>,
  },
  {
    name: 'first page, client with 50 jobs',
    call: 'jobs',
    as: 'otherClient',
    mostTimes: listed,
    body: () => ({ username: people.otherClient.email }) satisfies RequestOf<'jobs'>,
  },
  {
    name: 'second page',
    call: 'jobs',
    mostTimes: listed,
    body: (_, jobs) => ({ username: staff, startAfter: encodeCursor('jobs newest', [jobs - 25]) }),
  },
  {
    name: 'page after 40,000 jobs',
    call: 'jobs',
    mostTimes: listed,
    body: (_, jobs) => ({
      username: staff,
      startAfter: encodeCursor('jobs newest', [jobs - Math.min(deep, jobs / 2)]),
    }),
  },
  listing('tab of one status', { statues: ['ON_HOLD'] }),
  search('two statuses (open work)', { statuses: ['IN_PROGRESS', 'ON_HOLD'] }),
  search('two statuses, oldest first', { statuses: ['IN_PROGRESS', 'ON_HOLD'], sort: 'oldest' }),
  search('word of every job', { text: 'mai' }),
  search('word of every hundredth job', { text: 'mapl' }),
  search('word of ten jobs', { text: 'sycam' }),
  search('code of one job', { text: 'code0000777' }),
  search('beginning of every code', { text: 'code' }),
  search('two words, one of ten jobs', { text: 'main sycamore' }),
  search('word of ten jobs, client', { text: 'sycam' }, 'client'),
  search('word of every job, client with 50', { text: 'mai' }, 'otherClient'),
  search('company of most jobs', { text: 'compan' }),
  search('company of 50 jobs', { text: 'panels' }),
  search('word of every job, company of 50', { text: 'main panels' }),
  search('by project', { sort: 'project' }),
  {
    name: 'by project, after 40,000 jobs',
    call: 'searchJobs',
    mostTimes: listed,
    body: async (db, jobs) => ({ sort: 'project', startAfter: await cursorByProject(db, jobs) }),
  },
  search('by last change', { sort: 'updated' }),
  search('by status', { sort: 'status' }),
  search('by priority', { sort: 'priority' }),
  search('by due date', { sort: 'due' }),
  search('by due date, the latest first', { sort: 'due-desc' }),
  search('in progress by due date', { statuses: ['IN_PROGRESS'], sort: 'due' }),
  {
    name: 'in progress by due date, after half of them',
    call: 'searchJobs',
    mostTimes: listed,
    body: async (db, jobs) => ({
      statuses: ['IN_PROGRESS'],
      sort: 'due',
      startAfter: await cursorByDue(db, jobs / 100),
    }),
  },
  search('by assignee', { sort: 'assignee' }),
  search('by assignee, from the end', { sort: 'assignee-desc' }),
  search('one status by project', { statuses: ['IN_PROGRESS'], sort: 'project' }),
  search('one assignee by last change', { assignedTo: assignee.email, sort: 'updated' }),
  search('all jobs of a company with 50', { company: 'Other Panels' }),
  search('all jobs of a company that grows', { company: 'company 100' }),
  search('in progress of a company, by due date', {
    company: 'solar roofs',
    statuses: ['IN_PROGRESS'],
    sort: 'due',
  }),
  search('overdue', { due: 'overdue' }),
  // As the app asks by itself.
  search('overdue, by due date', { due: 'overdue', sort: 'due' }),
  search('due soon, by due date', { due: 'soon', sort: 'due' }),
  search('overdue of one assignee, by due date', {
    due: 'overdue',
    assignedTo: assignee.email,
    sort: 'due',
  }),
  search('overdue, one assignee', { due: 'overdue', assignedTo: assignee.email }),
  // All that are due soon are read, one job in 250: to be sorted, or to find none.
  { ...search('due soon', { due: 'soon' }), mostTimes: 15 },
  { ...search('due soon, by project', { due: 'soon', sort: 'project' }), mostTimes: 15 },
  { ...search('due soon, one assignee', { due: 'soon', assignedTo: assignee.email }), mostTimes: 15 },
  {
    ...search('due soon of one assignee, by due date', {
      due: 'soon',
      assignedTo: assignee.email,
      sort: 'due',
    }),
    mostTimes: 15,
  },
  search('mine: open jobs of one assignee, by due date', { ...ownOpen, sort: 'due' }),
  search('mine, newest first', ownOpen),
  search('mine, by last change', { ...ownOpen, sort: 'updated' }),
  search('high priority, open', { jobPriority: 'HIGH', statuses: [...open] }),
  search('unassigned, open', { assignedTo: '', statuses: [...open] }),
  search('jobs of one client', { jobReporter: people.otherClient.email }),
  search('one type', { categories: ['RE_STAMP'] }),
  search('one type of one assignee, open, by due date', { ...ownOpen, categories: ['STAMP'], sort: 'due' }),
  counting('open jobs of one assignee', ownOpen),
  counting('high priority, open', { jobPriority: 'HIGH', statuses: [...open] }),
  counting('unassigned, open', { assignedTo: '', statuses: [...open] }),
  counting('overdue of one assignee', { due: 'overdue', assignedTo: assignee.email }),
  counting('in progress', { statuses: ['IN_PROGRESS'] }),
  counting('in progress of one type', { statuses: ['IN_PROGRESS'], categories: ['STAMP'] }),
  counting('of a company with 50', { company: 'Other Panels' }),
  counting('of a company that grows', { company: 'company 100' }),
  counting('of one client', { jobReporter: people.otherClient.email }),
  counting('word of ten jobs', { text: 'sycam' }, searched),
  counting('word of every hundredth job', { text: 'mapl' }, searched),
  { name: 'named views', call: 'savedViews', mostTimes: listed },
  search('urgent, one type, a month', {
    jobPriority: 'HIGH',
    categories: ['STAMP'],
    createdFrom: Date.parse('2020-09-13T00:00:00Z') / 1000,
    createdBefore: Date.parse('2020-09-15T00:00:00Z') / 1000,
  }),
  searchAll('word of every message', { text: 'shee' }),
  searchAll('word of every hundredth job', { text: 'mapl' }),
  // Almost as frequent as a word can be that is looked up in the index.
  { ...searchAll('word of one message in 200', { text: 'larc' }), mostTimes: Number.POSITIVE_INFINITY },
  searchAll('word of ten jobs', { text: 'sycam' }),
  searchAll('word of no one', { text: 'zzz' }),
  // The index reads the places of both words, one of which every message has.
  { ...searchAll('two words, one of ten jobs', { text: 'sheet sycamore' }), mostTimes: 8 },
  searchAll('word of every message, client with a tenth', { text: 'shee' }, 'client'),
  searchAll('word of ten jobs, client with a tenth', { text: 'sycam' }, 'client'),
  searchAll('word of every message, client with 50', { text: 'shee' }, 'otherClient'),
  searchAll('messages, page after 40,000', {
    text: 'shee',
    kind: 'messages',
    startAfter: encodeCursor('found messages', [deep]),
  }),
  {
    name: 'users, first page with counts',
    call: 'profiles',
    as: 'admin',
    mostTimes: listed,
    body: () => ({}) satisfies RequestOf<'profiles'>,
  },
  {
    name: 'users, pending',
    call: 'profiles',
    as: 'admin',
    mostTimes: listed,
    body: () => ({ category: 'pending' }) satisfies RequestOf<'profiles'>,
  },
  {
    name: 'users, one email',
    call: 'profiles',
    as: 'admin',
    mostTimes: searched,
    // The newest user: the words of an older one begin those of others.
    body: (_, jobs) => ({ text: `person-${jobs / 10 - 1}@ev` }) satisfies RequestOf<'profiles'>,
  },
  { name: `conversation of ${messagesOfOneJob}`, call: 'conversation', params: { jobId: talkedOf } },
  { name: 'one job', call: 'job', params: { jobId: talkedOf } },
  {
    name: 'messages that need a reply',
    call: 'allMessages',
    body: () => ({ username: staff, status: 'NEW', toMe: true }) satisfies RequestOf<'allMessages'>,
  },
  {
    name: 'inbox, client with 50 jobs',
    call: 'allMessages',
    as: 'otherClient',
    body: () => ({ username: people.otherClient.email }) satisfies RequestOf<'allMessages'>,
  },
  {
    name: 'send a message',
    call: 'updateJob',
    body: () =>
      ({
        evJobId: writtenTo,
        jobUpdateUser: staff,
        'evCommunication.content': 'Seen, thank you.',
        'evCommunication.fromUserId': staff,
        'evCommunication.fromUserType': 'EMPLOYEE',
      }) satisfies RequestOf<'updateJob'>,
  },
  // Those that are due are counted one by one, in an index that has them only.
  { name: 'counts, staff', call: 'stats', mostTimes: 15 },
  {
    name: 'counts, an assignee of a 25th',
    call: 'userStats',
    as: assignee,
    params: { email: assignee.email },
  },
  {
    name: 'a calendar feed is made',
    call: 'saveCalendarFeed',
    as: assignee,
    mostTimes: listed,
    body: () => ({ token: feedToken }) satisfies RequestOf<'saveCalendarFeed'>,
  },
  { name: 'calendar feed of a 25th', call: 'calendarFeed', url: `/api/calendar/${feedToken}.ics` },
  {
    name: 'rules of due dates are set',
    call: 'saveDueRules',
    as: 'admin',
    mostTimes: listed,
    body: () => ({ rules: dueRules }) satisfies RequestOf<'saveDueRules'>,
  },
  {
    name: 'counts, client with 50 jobs',
    call: 'userStats',
    as: 'otherClient',
    params: { email: people.otherClient.email },
  },
];
