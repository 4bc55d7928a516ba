import { useEffect } from 'react';
import { ApiError } from '../../../api/client.ts';
import { onConnectivityChange } from '../../../api/connectivity.ts';
import { apply } from '../../../cache/apply.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { doneOrQueued, queuedText } from '../../../outbox/kinds/sendState.ts';
import { editedAt } from '../../../outbox/kinds/shown.ts';
import { pageOutbox } from '../../../outbox/pageOutbox.ts';
import { OutboxError } from '../../../outbox/records/OutboxError.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from '../../../outbox/records/waiting.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { returnJobToDraft } from '../../../outbox/sends/queuedJobs.ts';
import {
  jobIn,
  type SendOptions,
  type SendResult,
  staleIn,
  tryDiscard,
} from '../../../outbox/sends/sendJobs.ts';
import { createStore } from '../../../store.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { messageOf } from '../../../ui/useAction.ts';
import { fieldLabel } from '../fieldText.ts';
import { isOffline } from '../useIsOffline.ts';

/** How long a change of one tap can be undone before it leaves the outbox. */
const undoWindowMs = 10_000;

/** The draft that the input becomes when its change is undone. */
export type TypedDraft = { form: string; content: object };

type News = { text: string; action: { label: string; run: () => void } };

function toastNews({ text, action }: News): void {
  toast(text, { tone: 'good', action });
}

/** What is done with changes that were sent. */
export type Sent = {
  /** Without this, nothing was typed for it. */
  typed?: TypedDraft | null;
  /** Opens its form again, once it was undone. */
  reopen?: () => unknown;
  /** Says that it has arrived. */
  arrived?: (job: JobDetails) => News;
  /** Sends it anew; then it does not stay in the outbox when it is refused. */
  again?: () => void;
  /** Says of several changes how many were undone and how many had left, and each that is refused. */
  many?: { undone(count: number, left: number): void; refused(error: unknown): void };
};

/** The changes that can be undone, by key. */
const undoable = createStore<ReadonlySet<string>>(new Set());
export const { get: undoableChanges, subscribe: onUndoableChange } = undoable;

function setUndoable(clientId: string, isUndoable: boolean): void {
  const next = new Set(undoable.get());
  if (isUndoable) next.add(clientId);
  else next.delete(clientId);
  if (next.size !== undoable.get().size) undoable.set(next);
}

function recordOf(clientId: string): OutboxRecord | undefined {
  return waitingRecords().find((record) => record.clientId === clientId);
}

/** Says why a change came to nothing. One refused as stale shows the job as it is now. */
export function toastRefusal(error: unknown, again?: () => void): void {
  const now = staleIn(error);
  if (error instanceof ApiError && now) {
    apply({ kind: 'job-changed', job: now });
    const what = (error.changed ?? []).map(fieldLabel).join(', ');
    const changed = what ? `Changed: ${what}. ` : '';
    toast(`${error.message} ${changed}Review the latest version and try again.`, { tone: 'bad' });
  } else {
    toast(messageOf(error), {
      tone: 'bad',
      ...(again && { action: { label: 'Try again', run: again } }),
    });
  }
}

/** Takes a change out of the outbox; what was typed for it becomes the draft of its form again. */
async function undoChange(clientId: string, typed: TypedDraft | undefined): Promise<void> {
  const record = recordOf(clientId);
  const uid = recordsOwner()?.uid;
  if (!record || !uid) throw new OutboxError('gone');
  if (typed) await returnJobToDraft(record as JobRecord, typed.form, typed.content);
  else await pageOutbox().discardUnsent(uid, clientId);
}

/** Whether a change could not be undone because it has left. */
function isSent(error: unknown): boolean {
  return error instanceof OutboxError && (error.code === 'gone' || error.code === 'being-sent');
}

/**
 * Says what was done, and offers to undo it while its changes wait in the outbox: all that have not left. What is refused later stays
 * there, unless it can be sent anew from here.
 *
 * @param clientIds of one change, or of `many` that were sent with one action
 */
export function offerUndo(clientIds: readonly string[], done: string, how: Sent = {}): void {
  const { typed, reopen, arrived, again, many } = how;
  const outbox = pageOutbox();
  /** Those that have neither arrived nor are refused or deleted. */
  const open = new Set(clientIds);
  const dismiss = toast(doneOrQueued(done), {
    tone: 'good',
    action: { label: 'Undo', run: () => void undo() },
  });
  const timer = setTimeout(() => {
    end();
    void outbox.drain();
  }, undoWindowMs);
  /** Its time is over, or something has sent it. */
  function end() {
    clearTimeout(timer);
    dismiss();
    for (const clientId of clientIds) setUndoable(clientId, false);
  }
  async function undo() {
    end();
    const ends = clientIds.map(async (clientId) => {
      await undoChange(clientId, typed ?? undefined);
      await reopen?.();
    });
    const errors = (await Promise.allSettled(ends)).flatMap((one) => ('reason' in one ? [one.reason] : []));
    const other = errors.find((error) => !isSent(error));
    if (many && !other) many.undone(ends.length - errors.length, errors.length);
    else if (errors.length > 0) {
      const sent = 'It was sent already. Change the job to undo it.';
      toast(other ? messageOf(other) : sent, { tone: 'bad' });
    }
    // The focus was in the toast.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }
  let isSeen = false;
  let isToldOffline = isOffline();
  const stops = [
    onWaitingChange((_, before) => {
      // Nobody's records are shown while it is not known who is signed in.
      if (before === null) return;
      // They are stored, and read, together.
      isSeen ||= clientIds.some(recordOf);
      if (!isSeen) return;
      for (const clientId of open) {
        const record = recordOf(clientId);
        if (record?.state !== 'queued' || !record.undoWindowMs) setUndoable(clientId, false);
        // Delivered, or deleted.
        if (!record || record.state === 'acked') settle(clientId);
      }
      if (!clientIds.some((clientId) => undoable.get().has(clientId))) end();
    }),
    onConnectivityChange(() => {
      if (isOffline() && !isToldOffline && clientIds.some(recordOf)) toast(queuedText);
      isToldOffline ||= isOffline();
    }),
    outbox.onDelivered((record, { response }) => {
      if (!open.has(record.clientId) || !arrived || response === null) return;
      toastNews(arrived(jobIn(record as JobRecord, response)));
    }),
    outbox.onRefused((record, error) => {
      if (open.has(record.clientId)) void refused(record.clientId, error);
    }),
  ];
  function settle(clientId: string) {
    open.delete(clientId);
    setUndoable(clientId, false);
    if (open.size > 0) return;
    end();
    for (const stop of stops) stop();
  }
  async function refused(clientId: string, error: unknown) {
    settle(clientId);
    if (many) return many.refused(error);
    const owner = recordsOwner();
    const record = recordOf(clientId);
    if (again && owner) await tryDiscard(owner, clientId);
    else if (typed && record && !editedAt(record)) await undoChange(clientId, typed).catch(() => undefined);
    toastRefusal(error, again);
  }
  for (const clientId of clientIds) setUndoable(clientId, true);
}

/** How a change is sent that can be undone for a while. */
export const undoably = { undoWindowMs } satisfies SendOptions;

/** Says what became of a change that was sent `undoably`; the rest as `offerUndo`. */
export function toastSent(sent: SendResult, done: string, how: Sent = {}): void {
  if (sent.is === 'queued') offerUndo([sent.clientId], done, how);
  else if (how.arrived) toastNews(how.arrived(sent.job));
  else toast(done, { tone: 'good' });
}

/** Sends the changes that can still be undone once the job is left for another page of the app. */
export function useSendOnLeave(): void {
  useEffect(() => () => void pageOutbox().sendUndoable(), []);
}

/** Sends the changes that can still be undone once a form is begun anew: then what they were made in is no longer free for them. */
export function useSendBefore(isBegun: boolean): void {
  useEffect(() => {
    if (isBegun) void pageOutbox().sendUndoable();
  }, [isBegun]);
}
