import { EllipsisVertical } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useId, useRef, useState } from 'react';
import type { JobListingCategory } from '../../../contract/job.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import styles from './JobActions.module.css';
import type { ListMenuItemsProps } from './ListMenuItems.tsx';

// Loaded when first opened.
const PrepareJobsDialog = lazy(() =>
  import('../offline/PrepareJobsDialog.tsx').then((module) => ({ default: module.PrepareJobsDialog })),
);

/** An item of the menu that is on or off; undefined where there is none. */
type Toggle = { on: boolean; turn: (on: boolean) => void } | undefined;

export type ListMenuProps = {
  category: JobListingCategory;
  search: JobListSearch;
  /** Whether cards are being selected. */
  selecting: Toggle;
  /** Whether the table is compact. */
  compact: Toggle;
};

/** What is seldom done with the whole list. */
export function ListMenu(props: ListMenuProps) {
  const { category, search } = props;
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** The component of the items, once it is loaded. Suspense would show them 300 ms late. */
  const [Items, setItems] = useState<ComponentType<ListMenuItemsProps>>();
  /** Undefined until it is opened for the first time. */
  const [preparing, setPreparing] = useState<boolean>();

  async function loadItems() {
    try {
      const { ListMenuItems } = await import('./ListMenuItems.tsx');
      setItems(() => ListMenuItems);
    } catch {
      toast('Couldn’t open the menu. Try again when you’re online.', { tone: 'bad' });
    }
  }

  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        label="More actions"
        popoverTarget={id}
        aria-expanded={open}
        onClick={() => void loadItems()}
      />
      {/* Always there, so that a download in it goes on while it is closed. */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {Items && (
          <Items
            {...props}
            onClose={() => menu.current?.hidePopover()}
            onPrepare={() => setPreparing(true)}
          />
        )}
      </div>
      {/* Beside the menu: a dialog in a closed popover is not shown. */}
      <Suspense>
        {preparing !== undefined && (
          <PrepareJobsDialog
            category={category}
            search={search}
            open={preparing}
            onClose={() => setPreparing(false)}
          />
        )}
      </Suspense>
    </>
  );
}
