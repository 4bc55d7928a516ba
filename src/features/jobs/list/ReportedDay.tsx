import { exactDay, exactTime, machineTime } from '../../../format/date.ts';

/** The day a job was reported on, by the reader's clock; the exact time is in the title. */
export function ReportedDay({ seconds, className }: { seconds: number; className?: string | undefined }) {
  return (
    <time className={className} dateTime={machineTime(seconds)} title={`Reported ${exactTime(seconds)}`}>
      {exactDay(seconds)}
    </time>
  );
}
