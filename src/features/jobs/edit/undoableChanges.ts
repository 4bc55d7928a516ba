import { useEffect } from 'react';
import { ApiError } from '../../../api/client.ts';
import { onConnectivityChange } from '../../../api/connectivity.ts';
import { apply } from '../../../cache/apply.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { OutboxError } from '../../../outbox/OutboxError.ts';
import { pageOutbox } from '../../../outbox/pageOutbox.ts';
import { returnJobToDraft } from '../../../outbox/queuedJobs.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from '../../../outbox/records/waiting.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { jobIn, type SendOptions, type SendResult, tryDiscard } from '../../../outbox/sendJobs.ts';
import { createStore } from '../../../store.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { messageOf } from '../../../ui/useAction.ts';
import { fieldLabel } from '../fieldText.ts';
import { isEditable } from '../form/waitingDraft.ts';
import { isOffline } from '../useIsOffline.ts';
import { staleIn } from './jobChanges.ts';

/** How long a change of one tap can be undone before it leaves the outbox. */
const undoWindowMs = 10_000;

/** Shown when a form closes while what it sent waits in the outbox. */
const queuedText = 'Saved in your outbox. It will send when you’re back online.';

/** The draft that the input becomes when its change is undone. */
export type TypedDraft = { form: string; content: object };

type News = { text: string; action: { label: string; run: () => void } };

function toastNews({ text, action }: News): void {
  toast(text, { tone: 'good', action });
}

/** What is done with a change that was sent. */
export type Sent = {
  /** Without this, nothing was typed for it. */
  typed?: TypedDraft | null;
  /** Opens its form again, once it was undone. */
  reopen?: () => unknown;
  /** Says that it has arrived. */
  arrived?: (job: JobDetails) => News;
  /** Sends it anew; then it does not stay in the outbox when it is refused. */
  again?: () => void;
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

/**
 * Says what was done, and offers to undo it while its change waits in the outbox. What is refused later stays there, unless it can be sent
 * anew from here.
 */
function offerUndo(clientId: string, done: string, { typed, reopen, arrived, again }: Sent): void {
  const outbox = pageOutbox();
  const dismiss = toast(done, { tone: 'good', action: { label: 'Undo', run: () => void undo() } });
  const timer = setTimeout(() => {
    end();
    void outbox.drain();
  }, undoWindowMs);
  /** Its time is over, or something has sent it. */
  function end() {
    clearTimeout(timer);
    dismiss();
    setUndoable(clientId, false);
  }
  async function undo() {
    end();
    try {
      await undoChange(clientId, typed ?? undefined);
      await reopen?.();
    } catch (error) {
      const isSent = error instanceof OutboxError && (error.code === 'gone' || error.code === 'being-sent');
      toast(isSent ? 'It was sent already. Change the job to undo it.' : messageOf(error), { tone: 'bad' });
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
      const record = recordOf(clientId);
      isSeen ||= record !== undefined;
      if (!isSeen) return;
      if (record?.state !== 'queued' || !record.undoWindowMs) end();
      // Delivered, or deleted.
      if (!record || record.state === 'acked') stop();
    }),
    onConnectivityChange(() => {
      if (isOffline() && !isToldOffline && recordOf(clientId)) toast(queuedText);
      isToldOffline ||= isOffline();
    }),
    outbox.onDelivered((record, { response }) => {
      if (record.clientId !== clientId || !arrived || response === null) return;
      toastNews(arrived(jobIn(record as JobRecord, response)));
    }),
    outbox.onRefused((record, error) => {
      if (record.clientId !== clientId) return;
      stop();
      void refused(error);
    }),
  ];
  function stop() {
    for (const one of stops) one();
  }
  async function refused(error: unknown) {
    const owner = recordsOwner();
    const record = recordOf(clientId);
    if (again && owner) await tryDiscard(owner, clientId);
    else if (typed && record && !isEditable(record as JobRecord))
      await undoChange(clientId, typed).catch(() => undefined);
    toastRefusal(error, again);
  }
  setUndoable(clientId, true);
}

/** How a change is sent that can be undone for a while. */
export const undoably = { undoWindowMs } satisfies SendOptions;

/** Says what became of a change that was sent `undoably`; the rest as `offerUndo`. */
export function toastSent(sent: SendResult, done: string, how: Sent = {}): void {
  if (sent.is === 'queued') offerUndo(sent.clientId, isOffline() ? queuedText : done, how);
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
