import * as v from 'valibot';
import { Job, JobStats } from './job.ts';
import { JobDetails } from './jobDetails.ts';
import { InboxMessage, Message } from './message.ts';
import type { requests } from './requests.ts';
import { Employee, InvitationResult, Profile, UserCounts } from './user.ts';

/** One page of a listing; `startAfter` asks for the next, null says there is none. */
export function page<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), startAfter: v.nullable(v.string()) });
}

/** What an update answers: the job, and the message when one was sent. */
const UpdateAnswer = v.object({ job: JobDetails, communication: v.nullable(Message) });

/** A page of people; the first one may tell how many each listing has. */
const ProfilesPage = v.object({ ...page(Profile).entries, counts: v.exactOptional(UserCounts) });

/** Marks a call whose answer is a file. */
export const blob = 'blob';

/**
 * Ours, behind the path of `conversation`: asks for its newest messages alone, as many as `newestMessages`. Another backend answers
 * with all of them.
 */
export const newestPart = { part: 'newest' } as const;

/**
 * The 18 calls of the specification's §7. Paths are below the base; `{name}` is a path parameter. `write` calls may
 * carry an `Idempotency-Key`. What each call takes is in `requests.ts`, under the same name: request rules carry the
 * phone numbering plans, which a screen that only reads does not load.
 */
export const calls = {
  allMessages: { method: 'POST', path: '/evcommunications', answer: page(InboxMessage), write: false },
  markMessage: { method: 'POST', path: '/update/communication', answer: Message, write: true },
  attachment: { method: 'GET', path: '/attachments/{key}/{fileName}', answer: blob, write: false },
  job: { method: 'GET', path: '/jobs/{jobId}', answer: JobDetails, write: false },
  conversation: {
    method: 'GET',
    path: '/jobs/{jobId}/communication',
    answer: v.array(Message),
    write: false,
  },
  reportJob: { method: 'POST', path: '/jobs/report', answer: JobDetails, write: true },
  updateJob: { method: 'POST', path: '/jobs/update', answer: UpdateAnswer, write: true },
  inviteUsers: { method: 'POST', path: '/users/invite/v2', answer: v.array(InvitationResult), write: true },
  download: { method: 'POST', path: '/evjobs/download', answer: blob, write: false },
  register: { method: 'POST', path: '/register', answer: Profile, write: true },
  employees: { method: 'POST', path: '/users/employees/emails', answer: v.array(Employee), write: false },
  profile: { method: 'GET', path: '/users/profile/{email}', answer: Profile, write: false },
  profiles: { method: 'POST', path: '/users/profiles', answer: ProfilesPage, write: false },
  updateProfiles: { method: 'POST', path: '/users/update/profiles', answer: v.array(Profile), write: true },
  jobs: { method: 'POST', path: '/v2/evjobs', answer: page(Job), write: false },
  searchJobs: { method: 'POST', path: '/evjobs/v2/search', answer: page(Job), write: false },
  userStats: { method: 'GET', path: '/evjobs/{email}/stats', answer: JobStats, write: false },
  stats: { method: 'GET', path: '/evjobs/stats', answer: JobStats, write: false },
} as const;

export type CallName = keyof typeof calls;

export type Named<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;

/** The path parameters of a call: `{ jobId: string }`. */
export type ParamsOf<N extends CallName> = { [K in Named<(typeof calls)[N]['path']>]: string };

/** The body of a call as it is sent; undefined for a GET. */
export type RequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferInput<(typeof requests)[N]>
  : undefined;

/** The body of a call after the rules ran over it. */
export type CheckedRequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferOutput<(typeof requests)[N]>
  : undefined;

/** What a call answers, out of its envelope. */
export type AnswerOf<N extends CallName> = (typeof calls)[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<(typeof calls)[N]['answer'] & v.GenericSchema>
  : typeof blob;

/** A path with its `{parameters}` filled in and encoded. */
export function filledIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

/** The path of a call with its parameters filled in and encoded. */
export function pathOf<N extends CallName>(name: N, params: ParamsOf<N>): string {
  return filledIn(calls[name].path, params);
}
