import type { HistoryEntry } from '../../../contract/jobs/jobDetails.ts';
import { dueDayText } from '../due/dueText.ts';
import { fieldLabel } from '../fieldText.ts';

export type HistoryGroup = { timestamp: number; userName: string; entries: HistoryEntry[] };

/** Groups what one user changed at one time; the order stays (newest first). */
export function historyGroups(history: readonly HistoryEntry[]): HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  for (const entry of history) {
    const last = groups.at(-1);
    if (last && last.timestamp === entry.timestamp && last.entries[0]?.user === entry.user) {
      last.entries.push(entry);
    } else {
      groups.push({ timestamp: entry.timestamp, userName: entry.userName || entry.user, entries: [entry] });
    }
  }
  return groups;
}

/** `11/27/26`, or `none`. */
function dayText(isoDate: string): string {
  return isoDate ? dueDayText(isoDate) : 'none';
}

/** Describes one change. */
export function historyText({ field, from, to, reason }: HistoryEntry): string {
  const change = changeText({ field, from, to });
  return reason ? `${change}\nReason: ${reason}` : change;
}

function changeText({ field, from, to }: Pick<HistoryEntry, 'field' | 'from' | 'to'>): string {
  if (field === 'job') return 'Submitted the job';
  if (field === 'messages') return to;
  if (field === 'jobAttachmentFiles') return `Added ${to}`;
  if (field === 'deliverable')
    return from ? `Replaced deliverable ${from} with ${to}` : `Added deliverable ${to}`;
  if (field === 'withdrawal') return `Withdrew deliverable ${to}`;
  const label = fieldLabel(field);
  if (field === 'dueDate') return `${label}: ${[from, to].map(dayText).join(' → ')}`;
  if (!from) return `${label}: ${to}`;
  return to ? `${label}: ${from} → ${to}` : `Removed ${label.toLowerCase()} “${from}”`;
}
