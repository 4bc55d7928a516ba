import { ListChecks, RotateCw, Rows4 } from 'lucide';
import { refetchFromFirstPage } from '../../../cache/refetchFromFirstPage.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/jobs/job.ts';
import { isoDay } from '../../../format/date.ts';
import { ownTimeZone } from '../../../format/timeZones.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { type JobListSearch, searchFilterOf } from '../filters/jobListSearch.ts';
import type { View } from '../filters/views.ts';
import { ViewMenuItems } from '../views/ViewMenuItems.tsx';
import { PrintListButton } from './PrintListButton.tsx';

/** An item of the menu that is on or off; undefined where there is none. */
type Toggle = { on: boolean; turn: (on: boolean) => void } | undefined;

export type ListMenuItemsProps = {
  category: JobListingCategory;
  search: JobListSearch;
  /** The view that it shows or narrows. */
  view: View;
  /** How many jobs the list has, where that is known. */
  total: number | undefined;
  /** Whether cards are being selected. */
  selecting: Toggle;
  /** Whether the table is compact. */
  compact: Toggle;
};

type Props = ListMenuItemsProps & { onClose: () => void };

function reloadFromTop() {
  window.scrollTo({ top: 0 });
  void refetchFromFirstPage();
}

/** What is seldom done with the whole list. Each item closes the menu, but for those that show how much has arrived. */
export function ListMenuItems({ category, search, view, total, selecting, compact, onClose }: Props) {
  const { email, userType } = useProfile();
  const filter = searchFilterOf(category, search, email);
  function closeAnd(act: () => void) {
    return () => {
      onClose();
      act();
    };
  }

  return (
    <>
      {isStaff(userType) && (
        <ViewMenuItems category={category} search={search} view={view} onClose={onClose} />
      )}
      {selecting && (
        <Button
          variant="quiet"
          aria-pressed={selecting.on}
          onClick={closeAnd(() => selecting.turn(!selecting.on))}
        >
          <Icon of={ListChecks} />
          Select jobs
        </Button>
      )}
      {compact && (
        <Button variant="quiet" aria-pressed={compact.on} onClick={closeAnd(() => compact.turn(!compact.on))}>
          <Icon of={Rows4} />
          Compact table
        </Button>
      )}
      <Button variant="quiet" onClick={closeAnd(reloadFromTop)}>
        <Icon of={RotateCw} />
        Refresh
      </Button>
      <PrintListButton
        // Another list ends the loading of this one.
        key={JSON.stringify([category, search])}
        category={category}
        search={search}
        total={total}
        onPrint={onClose}
      />
      <DownloadButton
        variant="quiet"
        label="Export Excel"
        request={{ format: 'xlsx', timeZone: ownTimeZone(), ...filter }}
        fileName={`jobs-${isoDay()}.xlsx`}
      />
      <DownloadButton
        variant="quiet"
        label="Export CSV"
        request={{ format: 'csv', ...filter }}
        fileName={`jobs-${isoDay()}.csv`}
      />
    </>
  );
}
