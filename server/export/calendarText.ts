import ical, { ICalEventTransparency } from 'ical-generator';
import { asOneLine } from '../../src/contract/lines.ts';
import type { DueJob } from '../data/calendarFeeds.ts';
import { dayOf, daySeconds } from '../time/zone.ts';

/**
 * Returns due dates as a calendar (RFC 5545): one event of a whole day for each job. It names project and code only, because whoever has
 * the address of a feed can read it. An event keeps its id while its day changes. Each text is a revision of its own: Google's calendar
 * leaves an event that it knows where it is until its sequence rises.
 *
 * @param at.publicUrl the app's own origin
 * @param at.now milliseconds since 1970
 */
export function calendarText(
  jobs: readonly DueJob[],
  { publicUrl, now }: { publicUrl: string; now: number },
): string {
  const calendar = ical({
    name: 'EV Jobs due dates',
    prodId: { company: 'EV', product: 'EV Jobs' },
    ttl: 3600,
  });
  const { host } = new URL(publicUrl);
  for (const { jobId, jobCode, project, date } of jobs) {
    // In UTC: a whole day has no zone.
    const start = new Date(dayOf(date) * daySeconds * 1000);
    const url = `${publicUrl}/jobs/update/${encodeURIComponent(jobId)}`;
    calendar.createEvent({
      id: `due-${jobId}@${host}`,
      stamp: new Date(now),
      lastModified: new Date(now),
      // In minutes: it has 31 bits.
      sequence: Math.floor(now / 60_000),
      start,
      end: new Date(start.getTime() + daySeconds * 1000),
      allDay: true,
      timezone: 'UTC',
      summary: asOneLine(`Due: ${project} (${jobCode})`),
      url,
      // Google's and Outlook's calendars show this, and not the address of an event.
      description: `Open job ${asOneLine(jobCode)}: ${url}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
