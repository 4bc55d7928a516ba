import * as v from 'valibot';
import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
  services,
  userTypes,
} from './enums.ts';
import { labels } from './labels.ts';
import { maxCopies, maxLineLength, maxTextLength, minServices, passwordMinLength } from './limits.ts';

/** The field rules of the specification's §5, each under the specification's own name, each message to the letter. */

export const requiredMessage = 'is a required field';

/** An object of a form: a missing key says the same as an empty field. */
export function form<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, requiredMessage);
}

function tooLong(maxLength: number) {
  return `must be at most ${maxLength} characters`;
}

export function requiredText(maxLength = maxLineLength) {
  return v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.nonEmpty(requiredMessage),
    v.maxLength(maxLength, tooLong(maxLength)),
  );
}

/** Text that may be left out; comes out as a string, empty when left out. */
export function optionalText(maxLength = maxLineLength) {
  return v.optional(
    v.pipe(v.string('must be text'), v.trim(), v.maxLength(maxLength, tooLong(maxLength))),
    '',
  );
}

type Labels = Readonly<Record<string, string>>;

/** 'X must be either A or B' (§5), or 'X must be either A, B or C'. */
function eitherMessage(label: string, words: readonly string[]): string {
  const said = words.map((word) => word.toLowerCase());
  return `${label} must be either ${said.slice(0, -1).join(', ')} or ${said.at(-1)}`;
}

/** One of the named values of an enumeration: nothing chosen is "required", anything else must be one of them. */
function oneOf<const T extends Labels, const K extends readonly (keyof T & string)[]>(
  label: string,
  table: T,
  values: K,
) {
  const message = eitherMessage(
    label,
    values.map((value) => table[value] as string),
  );
  return v.pipe(v.string(requiredMessage), v.nonEmpty(requiredMessage), v.picklist(values, message));
}

export const company = requiredText();
export const project = requiredText();
export const firstName = requiredText();
export const lastName = requiredText();
export const jobCode = requiredText(40);
export const jobId = requiredText(60);
export const message = requiredText(maxTextLength);
export const jobDescriptionRequired = requiredText(maxTextLength);
export const jobAttachmentLinksRequired = requiredText(maxTextLength);

export const trackingNumber = optionalText(60);
export const phoneNumber_auto_filled = optionalText(40);
export const assignedTo = optionalText(254);
export const jobDescription = optionalText(maxTextLength);
export const jobAttachmentLinks = optionalText(maxTextLength);
export const referenceLinks = optionalText(maxTextLength);

export const email = v.pipe(
  v.string(requiredMessage),
  v.trim(),
  v.nonEmpty(requiredMessage),
  v.toLowerCase(),
  v.email('must be a valid email'),
  v.maxLength(254, tooLong(254)),
);
export const jobReporter = email;

export const password = v.pipe(
  v.string(requiredMessage),
  v.nonEmpty(requiredMessage),
  v.minLength(passwordMinLength, `must be at least ${passwordMinLength} characters`),
  v.regex(/\p{L}/u, 'Password must contain at least one letter'),
  v.regex(/\d/, 'Password must contain at least one number'),
  v.maxLength(maxLineLength, tooLong(maxLineLength)),
);
export const passwordConfirm = v.pipe(v.string(requiredMessage), v.nonEmpty(requiredMessage));
export const passwordsMatchMessage = 'Passwords must match';

export const zipcode = v.pipe(
  v.string(requiredMessage),
  v.trim(),
  v.nonEmpty(requiredMessage),
  v.regex(/^\d{5}(-\d{4})?$/, 'Zip code is not valid (12345-6789)'),
);

export const Address = form({
  streetName: requiredText(),
  city: requiredText(100),
  state: requiredText(50),
  zipcode,
});
export type Address = v.InferOutput<typeof Address>;
export const deliveryAddress = Address;

const copies = 'must be a whole number from 1 to 99';
export const copiesNumber = v.pipe(
  v.number(requiredMessage),
  v.integer(copies),
  v.minValue(1, copies),
  v.maxValue(maxCopies, copies),
);

export const jobDeliveryMode = oneOf(labels.jobDeliveryMode, deliveryModes, ['DIGITAL_COPY', 'WET_STAMPS']);
export const deliveryPriority = oneOf(labels.deliveryPriority, deliveryPriorities, ['OVERNIGHT', 'STANDARD']);
export const jobPriority = oneOf(labels.jobPriority, priorities, ['HIGH', 'NORMAL']);
export const formCategories = ['RE_STAMP', 'STAMP', 'OTHER'] as const;
export const category = oneOf(labels.category, categories, formCategories);
export const jobType = oneOf(labels.jobType, jobTypes, ['COMMERCIAL', 'RESIDENTIAL', 'BUSINESS']);
export const status = oneOf(labels.status, jobStatuses, ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED']);
export const userType = oneOf(labels.userType, userTypes, ['CLIENT', 'EMPLOYEE', 'ADMIN']);

const atLeastOneService = 'service may have at least 1 value selected';
const atLeastOneServiceEntry = 'ev-service may have at least 1 value selected';

/** One group of requested services, e.g. `{ category: 'STAMP', evServices: ['EE', 'SE'] }`. */
export const ServiceEntry = form({
  category,
  evServices: v.pipe(
    v.array(
      v.picklist(Object.keys(services) as (keyof typeof services)[], 'must be a known service'),
      requiredMessage,
    ),
    v.minLength(minServices, atLeastOneService),
    v.transform((keys) => [...new Set(keys)]),
  ),
});
export type ServiceEntry = v.InferOutput<typeof ServiceEntry>;

function isEmptyEntry(entry: unknown): boolean {
  if (entry === null || entry === undefined || entry === '') return true;
  if (typeof entry !== 'object') return false;
  return Object.values(entry).every(
    (value) =>
      value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0),
  );
}

/** A list whose empty entries are dropped before it is counted and checked. */
export function dropEmpty<const S extends v.GenericSchema>(entry: S, atLeastOne: string, maxEntries: number) {
  return v.pipe(
    v.array(v.unknown(), requiredMessage),
    v.transform((entries) => entries.filter((item) => !isEmptyEntry(item))),
    v.minLength(1, atLeastOne),
    v.maxLength(maxEntries, `must have at most ${maxEntries} entries`),
    v.array(entry),
  );
}

export const jobEVService = dropEmpty(ServiceEntry, atLeastOneServiceEntry, 20);
export const jobServiceUpdate = jobEVService;

/**
 * A rule over several fields of a form. It also runs when other fields are wrong, so that a person sees every error at
 * once; it therefore gets unchecked values, and says nothing of a field that already has an error.
 */
export function acrossFields<T extends object>(
  check: (values: Record<string, unknown>, say: (field: string, message: string) => void) => void,
): v.RawCheckAction<T> {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    // Something else in the place of the form has been told already.
    if (typeof dataset.value !== 'object' || dataset.value === null) return;
    const input = dataset.value as Record<string, unknown>;
    check(input, (key, text) => {
      if (dataset.issues?.some((issue) => issue.path?.[0]?.key === key)) return;
      addIssue({
        message: text,
        path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
      });
    });
  });
}
