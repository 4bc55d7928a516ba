import { Bookmark, BookmarkPlus, Trash2 } from 'lucide';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { goneIn } from '../filters/activeFilters.ts';
import { countFilters, defaultSort, type JobListSearch, withSort } from '../filters/jobListSearch.ts';
import { splitBy, type View } from '../filters/views.ts';
import { type AskedView, askedView } from './askView.ts';
import { mayChangeView } from './mayChangeView.ts';
import { deleteView } from './saveView.ts';

/** Returns the list as a view that staff can name; null where it is what the view is anyway, or says what does not exist. */
export function nameable(category: View['category'], shown: JobListSearch, view: View): AskedView | null {
  const { sort, ...filters } = shown;
  const search = withSort(filters, sort, defaultSort(category, filters, true));
  const isOther =
    countFilters(category, splitBy(view, search).further) > 0 || search.sort !== view.search.sort;
  return isOther && !goneIn(search) ? { isNew: true, view: { category, search } } : null;
}

type Props = { category: View['category']; search: JobListSearch; view: View; onClose: () => void };

/** What staff do with the list as a view, in its menu. */
export function ViewMenuItems({ category, search, view, onClose }: Props) {
  const reader = useProfile();
  const { saved } = view;
  const list = nameable(category, search, view);
  function closeAnd(act: () => void) {
    return () => {
      onClose();
      act();
    };
  }
  return (
    <>
      {list && (
        <Button variant="quiet" onClick={closeAnd(() => askedView.set(list))}>
          <Icon of={BookmarkPlus} />
          Save as view
        </Button>
      )}
      {saved && mayChangeView(reader, saved) && (
        <>
          {!goneIn(view.search) && (
            <Button variant="quiet" onClick={closeAnd(() => askedView.set({ isNew: false, view }))}>
              <Icon of={Bookmark} />
              Edit view
            </Button>
          )}
          <Button variant="quiet" onClick={closeAnd(() => void deleteView(saved))}>
            <Icon of={Trash2} />
            Delete view
          </Button>
        </>
      )}
    </>
  );
}
