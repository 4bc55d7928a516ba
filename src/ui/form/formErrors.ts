import * as v from 'valibot';
import { type FieldIssue, fieldIssues } from '../../contract/errors.ts';
import { sentence } from '../../contract/labels.ts';
import { valueAt } from './formPath.ts';

/** What the server said of a field, and the value it was said of. */
export type Told = FieldIssue & { of: unknown };

/** The names in forms of fields that requests call otherwise (§3). */
const formNames: Readonly<Record<string, string>> = {
  company: 'companyName',
  jobServiceUpdate: 'jobEVService',
};

function formPath(requestPath: string): string {
  const [head = '', ...rest] = requestPath.split('.');
  return [formNames[head] ?? head, ...rest].join('.');
}

/** The server's field issues in a failure (an `ApiError` or an `AuthError`), bound to the values that were sent. */
export function toldBy(failure: unknown, values: unknown): Told[] {
  if (!(failure instanceof Error) || !('issues' in failure) || !Array.isArray(failure.issues)) return [];
  return failure.issues
    .filter((issue: FieldIssue) => typeof issue?.field === 'string' && issue.field !== '')
    .map(({ field, message }: FieldIssue) => ({ field: formPath(field), message }))
    .map((issue) => ({ ...issue, of: valueAt(values, issue.field) }));
}

/**
 * Whole sentences by dotted path: what the form's rules say, if they are to be asked yet, and what the server said of
 * values that have not changed since.
 */
export function errorsOf(
  schema: v.GenericSchema,
  values: unknown,
  isTried: boolean,
  told: readonly Told[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  const own = isTried ? v.safeParse(schema, values) : undefined;
  for (const { field, message } of own?.success === false ? fieldIssues(own.issues) : []) {
    errors[field] = sentence(field, message);
  }
  for (const { field, message, of } of told) {
    if (!(field in errors) && Object.is(valueAt(values, field), of)) errors[field] = sentence(field, message);
  }
  return errors;
}
