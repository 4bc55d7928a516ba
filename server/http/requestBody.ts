import * as v from 'valibot';
import type { CallName } from '../../src/contract/calls.ts';
import { fieldIssues } from '../../src/contract/errors.ts';
import type { FileChoice } from '../../src/contract/files/files.ts';
import { requests } from '../../src/contract/requests.ts';
import { isStorable } from '../data/isStorable.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import type { Upload } from './upload.ts';

/** Returns the dotted path of the first text that cannot be stored, or null. */
function unstorableField(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path.join('.');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableField(part, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function isMessage(body: object): boolean {
  return Object.keys(body).some((key) => key.startsWith('evCommunication.'));
}

/** Returns the body with its files under their form field, where the call accepts any. */
function withFiles(name: CallName, body: object, files: readonly FileChoice[]): object {
  if (name === 'reportJob') return { ...body, jobAttachmentFiles2: files };
  if (name === 'saveShot') return { ...body, example: files };
  if (name === 'saveReply') return { ...body, files };
  if (name !== 'updateJob') return body;
  if (isMessage(body)) return { ...body, attachments: files };
  if (!('deliverable' in body)) return { ...body, jobAttachmentFiles2Update: files };
  const { deliverable } = body;
  if (typeof deliverable !== 'object' || deliverable === null) return body;
  return { ...body, deliverable: { ...deliverable, files } };
}

/** Returns a multipart body as one object: the JSON of its part `job`, or its text parts. */
export function bodyOfUpload({ fields }: Pick<Upload, 'fields'>): unknown {
  return fields.job ?? fields;
}

function choiceOf({ fileName, contentType, size, sent }: StoredFile): FileChoice {
  return { name: fileName, type: contentType, size: sent?.size ?? size };
}

const schemas: Partial<Record<CallName, v.GenericSchema>> = requests;

/**
 * Returns a body after validation by the contract. Its files are those that the server received, whatever the body claims.
 *
 * @throws Refusal `invalid` with the field and the rule's message (§5)
 */
export function checkedBody(name: CallName, sent: unknown, files: readonly StoredFile[]): unknown {
  const schema = schemas[name];
  if (!schema) return undefined;
  const plain = sent ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain)) throw invalid('', 'must be an object');
  const unstorable = unstorableField(plain);
  if (unstorable !== null) throw invalid(unstorable, 'must be text without control characters');
  const result = v.safeParse(schema, withFiles(name, plain, files.map(choiceOf)));
  if (!result.success) throw new Refusal('invalid', { issues: fieldIssues(result.issues) });
  return result.output;
}
