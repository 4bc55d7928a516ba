import * as v from 'valibot';
import { stateCode } from '../address/states.ts';
import { isPlausibleDay, withCentury } from '../days.ts';
import { email, form, optionalLine, requiredLine, requiredMessage } from '../fields.ts';

/** A day without a time: `2027-02-28`. */
const licenseDay = v.pipe(
  v.string(requiredMessage),
  v.nonEmpty(requiredMessage),
  v.transform(withCentury),
  v.check(isPlausibleDay, 'must be a date from 2000 to 2099'),
);

/** What a form of a license holds. */
export const LicenseForm = form({
  name: requiredLine(100),
  state: v.pipe(requiredLine(50), v.transform(stateCode)),
  number: requiredLine(40),
  discipline: requiredLine(60),
  expires: licenseDay,
});
export type LicenseForm = v.InferOutput<typeof LicenseForm>;

const licenseId = v.pipe(v.string(requiredMessage), v.regex(/^[\w-]{1,40}$/, requiredMessage));

/** POST /licenses/save: adds or changes a license, whose id the device makes, or removes it. */
export const LicenseSave = form({
  licenseId,
  email,
  /** Null removes it. */
  license: v.nullable(LicenseForm),
});
export type LicenseSave = v.InferOutput<typeof LicenseSave>;

/** POST /signature-report: makes the report of a delivery. */
export const ReportOrder = form({
  jobId: requiredLine(60),
  /** A deliverable; the report is about all that were delivered with it. */
  deliverable: requiredLine(60),
  licenseId,
  /** Brief, as rules of states ask for it. */
  description: requiredLine(200),
  /** Which sheets or pages, as it is to be printed; may be empty. */
  sheets: optionalLine(100),
});
export type ReportOrder = v.InferOutput<typeof ReportOrder>;
