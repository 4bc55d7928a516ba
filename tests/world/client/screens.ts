import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { jobQuery, jobsQuery, queryClient, statsQuery } from '../../../src/api/queries.ts';
import { isStaff } from '../../../src/contract/enums.ts';
import { restoreDraft } from '../../../src/features/chat/chatDrafts.ts';
import type { Live } from '../../../src/live/createLive.ts';
import { sendStateOf } from '../../../src/outbox/kinds/sendState.ts';
import { conversationQuery } from '../../../src/outbox/queries/conversationQuery.ts';
import { type Echo, echoesAfter, withTargets } from '../../../src/outbox/queries/echoes.ts';
import { notesQuery } from '../../../src/outbox/queries/notesQuery.ts';
import {
  discardedRecords,
  onWaitingChange,
  recordsOwner,
  waitingRecords,
} from '../../../src/outbox/records/waiting.ts';
import { statusTargets } from '../../../src/outbox/records/waitingMarks.ts';
import { getOwner, getSession, onSessionChange } from '../../../src/session/session.ts';
import { followInbox, inboxCounts, inboxShown } from './inbox.ts';

/** The screens of a page: their queries, observed as their components do, and what they show. */

let live: Live | null = null;
/** Polls as often as the product does: its chats and the inbox, and no list of jobs, which read what they missed. */
const pollsEvery = (unconnectedMs: number) => ({
  refetchInterval: () => (live?.isConnected() ? 5 * 60_000 : unconnectedMs),
});

export function showLive(started: Live): void {
  live = started;
}

let followed: string | null = null;
let openJobs: string[] = [];
let stops: (() => void)[] = [];
const shown = { jobs: (): JobRow[] | null => null, stats: (): unknown => null };
export type JobRow = {
  jobId: string;
  project: string;
  status: string;
  version: number;
  newMessages: number;
  jobReporter: string;
  assignedTo: string;
};
type Listener = (what: string) => void;
let changed: Listener = () => undefined;

/** Calls a listener whenever something on the screens may have changed. */
export function onScreenChange(listener: Listener): void {
  changed = listener;
  queryClient.getQueryCache().subscribe(({ type }) => type !== 'observerOptionsUpdated' && listener('cache'));
  onWaitingChange(() => listener('outbox'));
  onSessionChange(() => listener('session'));
}

function observe(observer: { subscribe(run: () => void): () => void }): void {
  stops.push(observer.subscribe(() => undefined));
}

/** Observes what the screens of the signed-in user read: the list of jobs, its counts, the inbox, and each open conversation. */
export function follow(): void {
  const session = getSession();
  const now = session.stage === 'active' ? `${session.email} ${session.profile.userType}` : null;
  if (now === followed) return;
  followed = now;
  for (const stop of stops) stop();
  stops = [];
  openJobs = [];
  if (session.stage !== 'active') return;
  const { email, profile } = session;
  const isOfFirm = isStaff(profile.userType);
  const jobs = new InfiniteQueryObserver(queryClient, jobsQuery(email));
  const inbox = followInbox(email, pollsEvery(30_000), () => changed('inbox'));
  stops.push(inbox.end);
  const stats = isOfFirm ? new QueryObserver(queryClient, statsQuery()) : inbox.own;
  for (const one of [jobs, stats]) observe(one as never);
  shown.jobs = () => jobs.getCurrentResult().data?.pages.flatMap(({ items }) => items) ?? null;
  shown.stats = () => stats.getCurrentResult().data ?? null;
  changed('session');
}

/** Opens the chat of a job, and for staff its notes. */
export async function openChat(jobId: string): Promise<void> {
  const session = getSession();
  if (session.stage !== 'active' || openJobs.includes(jobId)) return;
  openJobs.push(jobId);
  const poll = { ...pollsEvery(15_000), refetchOnWindowFocus: 'always' } as const;
  observe(new QueryObserver(queryClient, { ...conversationQuery(jobId), ...poll }));
  observe(new QueryObserver(queryClient, jobQuery(jobId)));
  if (isStaff(session.profile.userType))
    observe(new QueryObserver(queryClient, { ...notesQuery(jobId), ...poll }));
  await restoreDraft(session.email, jobId);
}

const echoesBefore = new Map<string, readonly Echo[]>();

function chatOf(jobId: string) {
  const query = queryClient.getQueryState(conversationQuery(jobId).queryKey);
  const messages = query?.data ?? [];
  const owner = recordsOwner()?.uid;
  const echoes = echoesAfter(
    (echoesBefore.get(jobId) ?? []).filter(({ record }) => record.ownerUid === owner),
    jobId,
    messages,
    query?.data ? query.dataUpdatedAt : 0,
    waitingRecords(),
    discardedRecords(),
    Date.now(),
  );
  echoesBefore.set(jobId, echoes);
  return {
    jobId,
    isRead: query?.data !== undefined,
    messages: withTargets(messages, statusTargets()).map(
      ({ communicationId, content, sequence, status, idempotencyKey, fromUserId, fileAttachmentsInfo }) => ({
        communicationId,
        content,
        sequence,
        status,
        fromUserId,
        key: idempotencyKey ?? null,
        links: Object.values(fileAttachmentsInfo).map(({ link }) => link),
      }),
    ),
    echoes: echoes.map(({ record, mark }) => ({
      key: record.clientId,
      content: record.payload.content,
      mark,
    })),
    notes: queryClient.getQueryData<{ content: string }[]>(notesQuery(jobId).queryKey)?.length ?? null,
  };
}

export type Screen = ReturnType<typeof screen>;

/** Returns what the page shows. */
export function screen() {
  const session = getSession();
  const owner = getOwner();
  const isOpen = session.stage === 'active' && owner !== null;
  return {
    stage: session.stage,
    email: isOpen ? owner.email : null,
    userType: session.stage === 'active' ? session.profile.userType : null,
    isConnected: live?.isConnected() ?? false,
    jobs: isOpen ? shown.jobs() : null,
    stats: isOpen ? shown.stats() : null,
    counted: isOpen ? inboxCounts() : null,
    inbox: isOpen ? inboxShown() : null,
    chats: isOpen ? openJobs.map(chatOf) : [],
    waiting: waitingRecords().map((record) => ({
      key: record.clientId,
      kind: record.kind,
      mark: sendStateOf(record),
      maybeSent: record.maybeSent || record.state === 'uncertain',
      error: record.error?.code ?? null,
    })),
  };
}

/** Returns a job as a list or its page shows it. */
export function jobOnScreen(jobId: string): JobRow | undefined {
  return (
    queryClient.getQueryData<JobRow>(jobQuery(jobId).queryKey) ??
    shown.jobs()?.find((one) => one.jobId === jobId)
  );
}
