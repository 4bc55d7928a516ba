import { CalendarClock, Flag, MessageSquareCheck, Printer } from 'lucide';
import type { Job } from '../../../contract/jobs/job.ts';
import { isoDay } from '../../../format/date.ts';
import { ownTimeZone } from '../../../format/timeZones.ts';
import { afterPaint } from '../../../ui/afterPaint.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ActButton } from '../act/ActButton.tsx';
import type { Act } from '../act/rowAct.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import type { JobListSearch } from '../filters/jobListSearch.ts';

export type BulkMenuProps = {
  jobs: readonly Job[];
  /** The order of the list. */
  sort: JobListSearch['sort'];
  onAct: (act: Act) => void;
};

/** Prints the selected rows of the list: the styles of paper leave the others out. */
function printSelected(): void {
  const { dataset } = document.documentElement;
  dataset.printSelected = '';
  window.addEventListener('afterprint', () => delete dataset.printSelected, { once: true });
  afterPaint(() => window.print());
}

/** What is done less often with the selected jobs. */
export function BulkMenuItems({ jobs, sort, onAct, onClose }: BulkMenuProps & { onClose: () => void }) {
  const listing = { jobIds: jobs.map(({ jobId }) => jobId), ...(sort && { sort }) };
  const acts = [
    ['due', CalendarClock],
    ['priority', Flag],
    ['addressed', MessageSquareCheck],
  ] as const;
  return (
    <>
      {acts.map(([act, icon]) => (
        <ActButton
          key={act}
          act={act}
          icon={icon}
          onClick={() => {
            onClose();
            onAct(act);
          }}
        />
      ))}
      <Button
        variant="quiet"
        onClick={() => {
          onClose();
          printSelected();
        }}
      >
        <Icon of={Printer} />
        Print
      </Button>
      <DownloadButton
        variant="quiet"
        label="Export Excel"
        request={{ format: 'xlsx', timeZone: ownTimeZone(), ...listing }}
        fileName={`jobs-${isoDay()}.xlsx`}
      />
      <DownloadButton
        variant="quiet"
        label="Export CSV"
        request={{ format: 'csv', ...listing }}
        fileName={`jobs-${isoDay()}.csv`}
      />
    </>
  );
}
