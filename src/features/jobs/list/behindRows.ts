import { MoreTabs } from '../../../ui/MoreTabs.tsx';
import { ListKeys, startArrows } from '../act/ListKeys.tsx';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { SavedViews } from '../views/SavedViews.tsx';
import { ListMenuItems } from './ListMenuItems.tsx';
import { NoJobs } from './NoJobs.tsx';

/** What the list needs once its first rows are there, or has none: one file, whose name alone the first list knows. */
export const behindRows = {
  ListKeys,
  startArrows,
  MoreTabs,
  ActiveFilters,
  SavedViews,
  ListMenuItems,
  NoJobs,
};
