import MiniSearch from 'minisearch';
import * as v from 'valibot';
import { shownNameOf } from '../../api/attachments.ts';
import type { FoundFile } from '../../contract/calls.ts';
import { Job } from '../../contract/jobs/job.ts';
import { JobDetails } from '../../contract/jobs/jobDetails.ts';
import { searchedText } from '../../contract/jobs/jobWords.ts';
import { fewResults } from '../../contract/limits.ts';
import { filesOf, Message } from '../../contract/messages/message.ts';
import { Profile } from '../../contract/users/user.ts';
import { excerptOf, indexWordsOf, searchedWords, wordsOf } from '../../contract/words.ts';
import { callOfCached } from '../../offline/cachedCalls.ts';
import { cachedAddresses, existingResponses } from '../../offline/responses.ts';
import type { SearchResults } from './searchQuery.ts';

/** What was read, in no order; the same job or message may be there several times. */
export type KnownItems = { jobs: (Job | JobDetails)[]; messages: Message[]; users: Profile[] };

/** Results of each kind. */
const mostResults = 200;
/** Stands for a cursor: a device has no further pages. */
const moreOnDevice = 'more';

type Body = { items?: unknown[] } & Record<string, unknown>;

/** Adds the valid ones of some items to a list: a response may be of another version. */
function addValid<T>(schema: v.GenericSchema<unknown, T>, items: unknown, to: T[]): void {
  for (const item of Array.isArray(items) ? items : []) {
    const { success, output } = v.safeParse(schema, item);
    if (success) to.push(output);
  }
}

/** Adds what the response of a call contains. */
function addResponse(call: ReturnType<typeof callOfCached>, body: Body, to: KnownItems): void {
  const { items = body } = body;
  if (call === 'jobs' || call === 'searchJobs') addValid(Job, items, to.jobs);
  else if (call === 'allMessages' || call === 'conversation') addValid(Message, items, to.messages);
  else if (call === 'profiles') addValid(Profile, items, to.users);
  else if (call === 'job') addValid(JobDetails, [body], to.jobs);
}

/** Returns what is in the response cache of a user, what was saved for offline included. */
export async function cachedItems(uid: string): Promise<KnownItems> {
  const known: KnownItems = { jobs: [], messages: [], users: [] };
  const cache = await existingResponses(uid);
  for (const address of cache ? await cachedAddresses(uid) : []) {
    const call = callOfCached(address);
    if (!call || call === 'attachment') continue;
    const content: unknown = await (await cache?.match(address))?.json().catch(() => null);
    if (typeof content !== 'object' || content === null || !('body' in content)) continue;
    if (typeof content.body === 'object' && content.body !== null)
      addResponse(call, content.body as Body, known);
  }
  return known;
}

/** Finds the items with all words of a text, the newest first; `startAfter` is null unless there are more. */
type Find<T> = (text: string) => { items: T[]; startAfter: string | null };

/** Indexes items of one kind. Of several with one id, the last one counts. */
function indexOf<T>(
  items: readonly T[],
  { id, text, time }: { id(item: T): string; text(item: T): string; time(item: T): number },
): Find<T> {
  const byId = new Map(items.map((item) => [id(item), item]));
  const index = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: indexWordsOf,
    // Words are in lower case already.
    processTerm: (word) => word,
    searchOptions: { tokenize: wordsOf, prefix: true, combineWith: 'AND' },
  });
  index.addAll([...byId].map(([key, item]) => ({ id: key, text: text(item) })));
  return (searched) => {
    const found = index.search(searched).flatMap((match) => byId.get(String(match.id)) ?? []);
    const items = found.sort((a, b) => time(b) - time(a)).slice(0, mostResults);
    return { items, startAfter: found.length > items.length ? moreOnDevice : null };
  };
}

function jobFiles(job: Job | JobDetails): FoundFile[] {
  const { jobId, project, jobCode } = job;
  const attached = 'attachments' in job ? job.attachments : [];
  const delivered = 'deliverables' in job ? job.deliverables.flatMap(({ file }) => file ?? []) : [];
  return [...attached, ...delivered].map((file) => ({ ...file, jobId, project, jobCode }));
}

function messageFiles(message: Message): FoundFile[] {
  const { jobId, project, jobCode, communicationId, createdTimestamp, fromUserId } = message;
  return filesOf(message).map((file) => ({
    ...file,
    jobId,
    project,
    jobCode,
    communicationId,
    createdTimestamp,
    uploadedBy: fromUserId,
    uploadedByName: message.fromUserName,
  }));
}

function changedAt({ updatedTimestamp, createdTimestamp }: Job): number {
  return updatedTimestamp || createdTimestamp;
}

/** Returns the first results of every kind, as the server does when no kind is requested. */
export function firstResults(results: SearchResults): SearchResults {
  const lists = Object.entries(results).map(([kind, { items, startAfter }]) => [
    kind,
    { items: items.slice(0, fewResults), startAfter: items.length > fewResults ? moreOnDevice : startAfter },
  ]);
  return Object.fromEntries(lists);
}

/**
 * Indexes what a device has.
 *
 * @param searchesUsers whether the reader may list users
 * @returns searches it by the rules of the server: every word is the beginning of a word
 */
export function indexItems(
  { jobs, messages, users }: KnownItems,
  searchesUsers: boolean,
): (text: string) => SearchResults {
  const oldestFirst = jobs.toSorted((a, b) => a.version - b.version || changedAt(a) - changedAt(b));
  const findJobs = indexOf<Job>(oldestFirst, {
    id: ({ jobId }) => jobId,
    text: (job) => `${searchedText(job)} ${job.jobReporterDetails.company}`,
    time: ({ createdTimestamp }) => createdTimestamp,
  });
  const findMessages = indexOf(messages, {
    id: ({ communicationId }) => communicationId,
    text: ({ content }) => content,
    time: ({ sequence, createdTimestamp }) => sequence || createdTimestamp,
  });
  const findFiles = indexOf([...messages.flatMap(messageFiles), ...oldestFirst.flatMap(jobFiles)], {
    id: ({ key }) => key,
    text: (file) => shownNameOf(file),
    time: ({ createdTimestamp }) => createdTimestamp,
  });
  const findUsers = indexOf(searchesUsers ? users : [], {
    id: ({ email }) => email,
    text: ({ firstName, lastName, company, email }) => `${firstName} ${lastName} ${company} ${email}`,
    time: ({ createdTimestamp }) => createdTimestamp,
  });
  return (text) => {
    const words = searchedWords(text);
    const found = findMessages(text);
    return {
      jobs: findJobs(text),
      messages: {
        ...found,
        items: found.items.map((message) => ({ ...message, content: excerptOf(message.content, words) })),
      },
      files: findFiles(text),
      ...(searchesUsers && { users: findUsers(text) }),
    };
  };
}
