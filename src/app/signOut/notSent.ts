import { countDrafts } from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { quarantined } from '../../outbox/records/quarantine.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';

/** An unsent item. `isStuck`: it needs the user before it can be sent. */
export type NotSent = {
  kind: OutboxRecord['kind'] | 'unreadable' | 'draft';
  isStuck: boolean;
};

/** Returns the user's unsent items; none where the browser denies storage. */
async function notSentOf(uid: string): Promise<NotSent[]> {
  try {
    const { db } = pageOutbox();
    const [records, unreadable] = await Promise.all([pageOutbox().records(uid), quarantined(db, uid)]);
    const waiting = records.filter(({ state }) => state !== 'acked');
    return [
      ...waiting.map(({ kind, state }) => ({ kind, isStuck: state === 'failed' })),
      ...unreadable.map(() => ({ kind: 'unreadable' as const, isStuck: true })),
    ];
  } catch {
    return [];
  }
}

/** Returns what a sign-out would delete: unsent items and drafts. */
export async function unfinishedOf({ uid, email }: { uid: string; email: string }): Promise<NotSent[]> {
  await saveEveryDraft();
  const [notSent, drafts] = await Promise.all([notSentOf(uid), countDrafts(email).catch(() => 0)]);
  return [...notSent, ...Array.from({ length: drafts }, () => ({ kind: 'draft' as const, isStuck: true }))];
}

const names: Readonly<Record<NotSent['kind'], readonly [one: string, many: string]>> = {
  message: ['message', 'messages'],
  toggle: ['message status change', 'message status changes'],
  note: ['staff note', 'staff notes'],
  report: ['new job', 'new jobs'],
  update: ['job change', 'job changes'],
  shot: ['checklist change', 'checklist changes'],
  unreadable: ['unreadable item', 'unreadable items'],
  draft: ['draft', 'drafts'],
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Counts unsent items by kind: "2 messages and 1 new job". */
export function notSentText(waiting: readonly NotSent[]): string {
  const parts = Object.entries(names).flatMap(([kind, [one, many]]) => {
    const count = waiting.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return list.format(parts);
}
