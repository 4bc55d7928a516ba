import { exactTime, machineTime } from '../../format/date.ts';

const thisYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' });
const otherYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' });

function dayOf(seconds: number): string {
  const at = new Date(seconds * 1000);
  return (at.getFullYear() === new Date().getFullYear() ? thisYear : otherYear).format(at);
}

/** The day a job was reported on, by the reader's clock; the exact time is in the title. */
export function ReportedDay({ seconds, className }: { seconds: number; className?: string | undefined }) {
  return (
    <time className={className} dateTime={machineTime(seconds)} title={`Reported ${exactTime(seconds)}`}>
      {dayOf(seconds)}
    </time>
  );
}
