import { CloudDownload, ListChecks, RotateCw, Rows4 } from 'lucide-react';
import { refetchFromFirstPage } from '../../../cache/refetch.ts';
import { Button } from '../../../ui/Button.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { searchFilterOf } from '../filters/jobListSearch.ts';
import { supportsSaving } from '../offline/useSavedJobs.ts';
import type { ListMenuProps } from './ListMenu.tsx';

export type ListMenuItemsProps = ListMenuProps & {
  onClose: () => void;
  /** Asks which jobs to save for offline. */
  onPrepare: () => void;
};

function reloadFromTop() {
  window.scrollTo({ top: 0 });
  void refetchFromFirstPage();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The items of the list's menu. Each closes it, but for the export, which shows there how much has arrived. */
export function ListMenuItems({
  category,
  search,
  selecting,
  compact,
  onClose,
  onPrepare,
}: ListMenuItemsProps) {
  function closeAnd(act: () => void) {
    return () => {
      onClose();
      act();
    };
  }

  return (
    <>
      {selecting && (
        <Button
          variant="quiet"
          aria-pressed={selecting.on}
          onClick={closeAnd(() => selecting.turn(!selecting.on))}
        >
          <ListChecks aria-hidden />
          Select jobs
        </Button>
      )}
      {compact && (
        <Button variant="quiet" aria-pressed={compact.on} onClick={closeAnd(() => compact.turn(!compact.on))}>
          <Rows4 aria-hidden />
          Compact table
        </Button>
      )}
      <Button variant="quiet" onClick={closeAnd(reloadFromTop)}>
        <RotateCw aria-hidden />
        Refresh
      </Button>
      {supportsSaving && (
        <Button variant="quiet" onClick={closeAnd(onPrepare)}>
          <CloudDownload aria-hidden />
          Save for offline
        </Button>
      )}
      <DownloadButton
        variant="quiet"
        label="Export CSV"
        request={{ format: 'csv', ...searchFilterOf(category, search) }}
        fileName={`jobs-${today()}.csv`}
      />
    </>
  );
}
