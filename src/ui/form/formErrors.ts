import * as v from 'valibot';
import { type FieldIssue, fieldIssues } from '../../contract/errors.ts';
import { sentence } from '../../contract/labels.ts';
import { valueAt } from './formPath.ts';

/** The server's message for a field, and the value that it refers to. */
export type ServerIssue = FieldIssue & { of: unknown };

/** Form names of fields that have another name in requests (§3). */
const formNames: Readonly<Record<string, string>> = {
  company: 'companyName',
  jobServiceUpdate: 'jobEVService',
};

function formPath(requestPath: string): string {
  const [head = '', ...rest] = requestPath.split('.');
  return [formNames[head] ?? head, ...rest].join('.');
}

/** Returns the field issues of a failure (an `ApiError` or an `AuthError`), with the values that were sent. */
export function serverIssues(failure: unknown, values: unknown): ServerIssue[] {
  if (!(failure instanceof Error) || !('issues' in failure) || !Array.isArray(failure.issues)) return [];
  return issuesOf(failure.issues, values);
}

/** Returns field issues of the server under the names of a form, with the values that were sent. */
export function issuesOf(issues: readonly FieldIssue[], values: unknown): ServerIssue[] {
  return issues
    .filter((issue) => typeof issue?.field === 'string' && issue.field !== '')
    .map(({ field, message }) => ({ field: formPath(field), message }))
    .map((issue) => ({ ...issue, of: valueAt(values, issue.field) }));
}

/**
 * Returns sentences by dotted path: those of the form's rules, once the form was submitted, and those of the server for values that
 * have not changed since.
 */
export function errorsOf(
  schema: v.GenericSchema,
  values: unknown,
  isTried: boolean,
  fromServer: readonly ServerIssue[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  const own = isTried ? v.safeParse(schema, values) : undefined;
  for (const { field, message } of own?.success === false ? fieldIssues(own.issues) : []) {
    errors[field] = sentence(field, message);
  }
  for (const { field, message, of } of fromServer) {
    if (!(field in errors) && Object.is(valueAt(values, field), of)) errors[field] = sentence(field, message);
  }
  return errors;
}
