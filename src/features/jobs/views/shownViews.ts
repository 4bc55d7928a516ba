import { mostCounted } from '../../../contract/limits.ts';
import type { SavedView } from '../../../contract/savedViews.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { type Waiting, withWaitingRows } from '../../../outbox/waitingRows.ts';
import { goneAssignee } from '../filters/activeFilters.ts';
import { isJobListingCategory, type JobListSearch, validateJobListSearch } from '../filters/jobListSearch.ts';
import type { View } from '../filters/views.ts';

/** A named view as it will be once what waits has arrived. */
export type ShownView = Waiting<SavedView, 'view'>;

/** Applies the queued changes to the named views. @param reader whose new ones are */
export function withWaitingViews(
  views: readonly SavedView[],
  records: readonly OutboxRecord[],
  reader: { email: string; userName: string },
): ShownView[] {
  return withWaitingRows('view', views, records, {
    id: ({ viewId }) => viewId,
    saved({ viewId, name, category, search, isShared, removed }, known) {
      if (removed) return null;
      const { owner = reader.email, ownerName = reader.userName } = known ?? {};
      const shared = owner === reader.email ? isShared : known?.isShared === true;
      return { viewId, owner, ownerName, isShared: shared, name, category, search };
    },
  });
}

function inWords(name: string, value: unknown): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)} ${[value].flat().join(', ')}`;
}

/**
 * Returns a named view as a list. What it says and this version does not know becomes an assignee that no job has.
 *
 * @param reader their email
 */
export function viewOfSaved(saved: ShownView, reader: string, count?: number): View {
  const valid: Readonly<Record<string, unknown>> = validateJobListSearch(saved.search);
  const known = Object.entries(valid).filter(([, value]) => value !== undefined);
  const unknown = Object.entries(saved.search).filter(([name]) => valid[name] === undefined);
  const isTab = isJobListingCategory(saved.category);
  const gone = [...(isTab ? [] : [['list', saved.category] as const]), ...unknown];
  const search: JobListSearch = {
    ...Object.fromEntries(known),
    ...(gone.length > 0 && {
      assignee: goneAssignee(gone.map(([name, value]) => inWords(name, value)).join('; ')),
    }),
  };
  return {
    name: saved.name,
    category: isTab ? (saved.category as View['category']) : 'all',
    search,
    count: gone.length > 0 ? null : count !== undefined && count > mostCounted ? `${mostCounted}+` : count,
    saved,
    by: saved.owner === reader ? undefined : `Shared by ${saved.ownerName}`,
  };
}
