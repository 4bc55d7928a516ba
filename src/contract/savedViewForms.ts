import * as v from 'valibot';
import { form, requiredLine } from './fields.ts';
import { type JobListingCategory, jobListingCategories } from './jobs/job.ts';
import { listFilters } from './jobs/listFilters.ts';
import { maxViewNameLength } from './limits.ts';
import { shotId } from './messages/messageForms.ts';

/** What staff fill in about a view. */
export const SavedViewForm = form({ name: requiredLine(maxViewNameLength) });
export type SavedViewForm = v.InferOutput<typeof SavedViewForm>;

const optional = Object.fromEntries(
  Object.entries(listFilters).map(([name, rule]) => [name, v.exactOptional(rule as v.GenericSchema)]),
);

/** POST /views/save: adds, changes or removes one, whole, so that a repeat changes nothing. */
export const SavedViewSave = form({
  ...SavedViewForm.entries,
  viewId: shotId,
  /** Only its owner decides. */
  isShared: v.boolean('must be true or false'),
  category: v.picklist(Object.keys(jobListingCategories) as JobListingCategory[]),
  /** A filter that this server does not know is refused: without it the view would list more. */
  search: v.strictObject(optional, 'must be filters of the list of jobs'),
  /** Until it is saved again, later. */
  removed: v.exactOptional(v.boolean('must be true or false')),
});
export type SavedViewSave = v.InferOutput<typeof SavedViewSave>;
