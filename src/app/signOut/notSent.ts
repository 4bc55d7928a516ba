import { countDrafts } from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { shown } from '../../outbox/kinds/shown.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { isUnavailable } from '../../outbox/records/OutboxError.ts';
import { countRecordsForNewerApp, quarantined } from '../../outbox/records/quarantine.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { withTimeout } from '../../timing.ts';

/** An unsent item. `isStuck`: it needs the user before it can be sent. */
export type NotSent = {
  kind: OutboxRecord['kind'] | 'unreadable' | 'draft';
  isStuck: boolean;
};

/** Returns the user's unsent items. */
async function notSentOf(uid: string): Promise<NotSent[]> {
  const { db } = pageOutbox();
  const [records, unreadable, forLater] = await Promise.all([
    pageOutbox().records(uid),
    quarantined(db, uid),
    countRecordsForNewerApp(db, uid),
  ]);
  const waiting = records.filter(({ state }) => state !== 'acked');
  return [
    ...waiting.map(({ kind, state }) => ({ kind, isStuck: state === 'failed' })),
    ...stuck('unreadable', unreadable.length + forLater),
  ];
}

function stuck(kind: NotSent['kind'], count: number): NotSent[] {
  return Array.from({ length: count }, () => ({ kind, isStuck: true }));
}

/** Returns what stands for items that could not be read: there may be some, unless the browser denies storage. */
function unread(error: unknown): NotSent[] {
  return stuck('unreadable', isUnavailable(error) ? 0 : 1);
}

/** Time limit of reading the outbox, whose database may never answer. Drafts have limits of their own. */
const readLimitMs = 5000;

/** Returns what a sign-out would delete: unsent items and drafts. */
export async function unfinishedOf({ uid, email }: { uid: string; email: string }): Promise<NotSent[]> {
  await saveEveryDraft();
  const drafts = countDrafts(email).then((count) => stuck('draft', count));
  const records = withTimeout(notSentOf(uid), readLimitMs);
  return (await Promise.all([records.catch(unread), drafts.catch(unread)])).flat();
}

type Names = readonly [one: string, many: string];
const names: Readonly<Record<string, Names>> = {
  ...Object.fromEntries(Object.entries(shown).map(([kind, { names }]) => [kind, names])),
  unreadable: ['unreadable item', 'unreadable items'],
  draft: ['draft', 'drafts'],
};

/** Counts unsent items by kind: "2 messages and 1 new job". */
export function notSentText(waiting: readonly NotSent[]): string {
  const parts = Object.entries(names).flatMap(([kind, [one, many]]) => {
    const count = waiting.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
}
