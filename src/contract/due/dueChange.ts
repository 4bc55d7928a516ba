import * as v from 'valibot';
import { isPlausibleDay, withCentury } from '../days.ts';
import { form, requiredLine, requiredMessage } from '../fields.ts';
import { maxReasonLength } from '../limits.ts';

const noDate = 'must be a date from 2000 to 2099';

/** A change of a job's due date by staff, for whom the reason is kept. */
export const DueChange = form({
  /** `2026-11-27`; null for the date of the rules. */
  date: v.nullable(
    v.pipe(v.string(requiredMessage), v.transform(withCentury), v.check(isPlausibleDay, noDate)),
  ),
  reason: requiredLine(maxReasonLength),
  /** The date set by staff that its author saw, null for that of the rules: another user's change since then makes this one stale. */
  seen: v.exactOptional(v.nullable(v.string())),
});
export type DueChange = v.InferOutput<typeof DueChange>;
