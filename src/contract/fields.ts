import * as v from 'valibot';
import { jobStatuses, userTypes } from './enums.ts';
import { grouped } from './grouped.ts';
import { labels } from './labels.ts';
import { maxLineLength, maxReasonLength, maxTextLength } from './limits.ts';
import { asOneLine, asPlain, asText } from './lines.ts';

/** The field rules of §5, with its names and its messages, but for those that jobs alone have (`jobs/jobFieldRules.ts`). */

// Functions that make a schema are marked, so that the bundler drops the schemas that nobody uses.

export const requiredMessage = 'is a required field';

/** The object of a form: a missing key has the same message as an empty field. */
/* @__NO_SIDE_EFFECTS__ */
export function form<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, requiredMessage);
}

/* @__NO_SIDE_EFFECTS__ */
export function tooLong(maxLength: number) {
  return `must be ${grouped(maxLength)} characters or fewer`;
}

/* @__NO_SIDE_EFFECTS__ */
function tooMany(maxEntries: number) {
  return `must have ${maxEntries} entries or fewer`;
}

/** A text as it is typed or pasted, which is cleaned before it is checked. */
type Clean = (text: string) => string;

/** For names, addresses and numbers, which appear in the middle of our own sentences. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredLine(maxLength = maxLineLength) {
  return requiredText(maxLength, asOneLine);
}

/** An optional line; becomes `''` when left out. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(maxLength = maxLineLength) {
  return optionalText(maxLength, undefined, asOneLine);
}

/* @__NO_SIDE_EFFECTS__ */
export function requiredText(maxLength = maxTextLength, clean: Clean = asText) {
  return v.pipe(
    v.string(requiredMessage),
    v.transform(clean),
    v.nonEmpty(requiredMessage),
    v.maxLength(maxLength, tooLong(maxLength)),
  );
}

/**
 * An optional text; becomes `''` when left out.
 *
 * @param label of a field that is called differently on the screen than in `labels`
 */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(maxLength = maxTextLength, label?: string, clean: Clean = asText) {
  const message = label ? `${label} ${tooLong(maxLength)}` : tooLong(maxLength);
  return v.optional(
    v.pipe(v.string('must be text'), v.transform(clean), v.maxLength(maxLength, message)),
    '',
  );
}

type Labels = Readonly<Record<string, string>>;

/** Returns "X must be either A or B", or "X must be either A, B or C" (§5). */
/* @__NO_SIDE_EFFECTS__ */
function eitherMessage(label: string, words: readonly string[]): string {
  const lower = words.map((word) => word.toLowerCase());
  return `${label} must be either ${lower.slice(0, -1).join(', ')} or ${lower.at(-1)}`;
}

/** A list that is counted before its items are checked, so that half a million invalid items cost one broken rule. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const S extends v.GenericSchema>(
  item: S,
  maxEntries: number,
  message = requiredMessage,
): v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]> {
  const counted = v.pipe(
    v.array(v.unknown(), message),
    v.maxLength(maxEntries, tooMany(maxEntries)),
    v.array(item),
  );
  return counted as unknown as v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]>;
}

/** One of some values of an enumeration; without a choice it is required. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends Labels, const K extends readonly (keyof T & string)[]>(
  field: keyof typeof labels,
  table: T,
  values: K,
) {
  const message = eitherMessage(
    labels[field],
    values.map((value) => table[value] as string),
  );
  return v.pipe(v.string(requiredMessage), v.nonEmpty(requiredMessage), v.picklist(values, message));
}

export const company = requiredLine();
export const project = requiredLine();
export const firstName = requiredLine();
export const lastName = requiredLine();
export const jobCode = requiredLine(40);
export const jobId = requiredLine(60);
export const message = requiredText();
export const phoneNumber_auto_filled = optionalLine(40);
/** Why a job is put on hold or cancelled; the app requires it (`reasonForm.ts`). */
export const reason = optionalText(maxReasonLength);

/**
 * An email address as RFC 5321 has them, without quoted local parts, which no provider gives out. In lower case, with any domain but a
 * single word or a number: `o'neil+plans@xn--bcher-kva.example`.
 */
const emailAddress =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

export const email = v.pipe(
  v.string(requiredMessage),
  // As a link, in quotes as Outlook shows it, from a list, or in brackets behind a name or itself, as mail programs copy it.
  v.transform((text) =>
    asPlain(text)
      .replace(/^(?:[^<@]+|[^<\s,;]+ ?)<([^<>]*)>[.,;]?$/, '$1')
      .replace(/^mailto: ?|^["'](?=.*["'][,;]?$)|["']?[,;]?$/gi, ''),
  ),
  v.nonEmpty(requiredMessage),
  v.toLowerCase(),
  v.maxLength(254, tooLong(254)),
  v.regex(emailAddress, 'must be a valid email'),
);
export const jobReporter = email;

export const zipcode = v.pipe(
  v.string(requiredMessage),
  v.transform((text) =>
    asPlain(text)
      .replace(/ ?- ?/, '-')
      .replace(/^["']|["']?[.,;]?$/g, '')
      .replace(/^(\d{5})(\d{4})$/, '$1-$2'),
  ),
  v.nonEmpty(requiredMessage),
  v.regex(/^\d{5}(-\d{4})?$/, 'Zip code is not valid (12345-6789)'),
);

export const formCategories = ['RE_STAMP', 'STAMP', 'OTHER'] as const;
export const status = oneOf('status', jobStatuses, ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED']);
export const userType = oneOf('userType', userTypes, ['CLIENT', 'EMPLOYEE', 'ADMIN']);

function isEmptyEntry(entry: unknown): boolean {
  if (entry === null || entry === undefined || entry === '') return true;
  if (typeof entry !== 'object') return false;
  return Object.values(entry).every(
    (value) =>
      value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0),
  );
}

/** A list whose empty entries are dropped before it is counted and checked (§5). */
/* @__NO_SIDE_EFFECTS__ */
export function dropEmpty<const S extends v.GenericSchema>(entry: S, atLeastOne: string, maxEntries: number) {
  return v.pipe(
    v.array(v.unknown(), requiredMessage),
    v.transform((entries) => entries.filter((item) => !isEmptyEntry(item))),
    v.minLength(1, atLeastOne),
    v.maxLength(maxEntries, tooMany(maxEntries)),
    v.array(entry),
  );
}

/** The values of a form before they are checked. */
export type Values = Record<string, unknown>;
/** Reports a broken rule. */
export type Report = (field: string, message: string) => void;

/**
 * A rule over several fields of a form. It also runs when fields are invalid, so that the user sees every error at once. Therefore it
 * gets unchecked values, and reports nothing of a field that has an error already.
 */
export function acrossFields<T extends object>(
  check: (values: Values, report: Report) => void,
): v.RawCheckAction<T> {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    // Then `form` has reported it.
    if (typeof dataset.value !== 'object' || dataset.value === null) return;
    const input = dataset.value as Values;
    check(input, (key, text) => {
      if (dataset.issues?.some((issue) => issue.path?.[0]?.key === key)) return;
      addIssue({
        message: text,
        path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
      });
    });
  });
}
