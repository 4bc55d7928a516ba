import type { Database } from '../data/db/db.ts';
import { readFirm } from '../data/firm.ts';
import { pushFacts } from '../data/notify/pushFacts.ts';
import type { PushDevice } from '../data/notify/pushOutcome.ts';
import type { PushTask } from '../data/notify/pushQueue.ts';
import { quietUntil } from '../data/notify/quietHours.ts';
import { readNotices } from '../data/notify/readNotices.ts';
import { isStillNews } from './noticeText.ts';
import type { PushContent } from './payload.ts';

/** The decision about a push. */
export type DuePush =
  | { now: 'send'; content: PushContent }
  /** It has no content, or no recipient, any more. */
  | { now: 'drop' }
  /** It was not delivered in time. */
  | { now: 'expire' }
  /** `until`: the end of the quiet hours, epoch seconds. */
  | { now: 'wait'; until: number };

/** Reads the content of a push, and decides whether it is sent now, by the rights and settings of its user. `now` in seconds. */
export async function decidePush(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { recipient, payload, items, taskId, expires }: PushTask,
  device: PushDevice,
  now: number,
): Promise<DuePush> {
  if (device.email !== recipient) return { now: 'drop' };
  const jobId = 'jobId' in payload ? payload.jobId : null;
  const noteIds = items.flatMap(({ noteId }) => noteId ?? []);
  const facts = await pushFacts(db, device.email, jobId, noteIds, now);
  if (!facts) return { now: 'drop' };
  const known = jobId === null ? [] : await readNotices(db, jobId, items);
  const notices = known.filter((notice) => isStillNews(notice, facts));
  if (jobId !== null && notices.length === 0) return { now: 'drop' };
  if ((expires ?? 0) <= now) return { now: 'expire' };
  const until = jobId === null ? null : quietUntil(facts.settings.quietHours, now);
  if (until !== null) return { now: 'wait', until };
  const logo = (await readFirm(db)).logo?.hash ?? '';
  return { now: 'send', content: { notices, facts, receipt: taskId, ownerUid: device.uid, publicUrl, logo } };
}
