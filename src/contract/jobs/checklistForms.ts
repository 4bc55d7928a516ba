import * as v from 'valibot';
import { services, wireValues } from '../enums.ts';
import { form, optionalLine, requiredLine } from '../fields.ts';
import { FileChoice } from '../files/files.ts';
import { maxHintLength, maxShotNameLength } from '../limits.ts';
import { shotId } from '../messages/messageForms.ts';

/** Ours: bytes of an example picture: as many as a small picture may have that comes whole. */
const maxExampleBytes = 4 * 1024 * 1024;

export const exampleTypeMessage = 'must be a PNG or JPEG picture';

/** The example picture of a shot, as a list of at most one file. */
const example = v.pipe(
  v.array(FileChoice),
  v.maxLength(1, 'must be one picture'),
  v.check(
    (list) => list.every(({ type }) => type === 'image/png' || type === 'image/jpeg'),
    exampleTypeMessage,
  ),
  v.check((list) => list.every(({ size }) => size <= maxExampleBytes), 'must be 4 MB or smaller'),
);

/** What an admin fills in about a shot. */
export const ShotForm = form({
  name: requiredLine(maxShotNameLength),
  hint: optionalLine(maxHintLength),
  example: v.optional(example, []),
});
export type ShotForm = v.InferOutput<typeof ShotForm>;

/**
 * POST /checklists/shots: adds, changes, moves or removes one shot. JSON, or multipart with this as JSON in the part `job` and the
 * example picture as part `attachments`. Names the whole shot, so that a repeat changes nothing.
 */
export const ShotSave = form({
  ...ShotForm.entries,
  shotId,
  service: v.picklist(wireValues(services), 'must be from the list'),
  /** The id of the shot before it, `''` for the first place; without it the shot stays in its place. */
  after: v.exactOptional(v.pipe(v.string(), v.maxLength(60))),
  /** For good. */
  removed: v.exactOptional(v.boolean('must be true or false')),
  /** Removes the example picture. */
  noExample: v.exactOptional(v.boolean('must be true or false')),
});
export type ShotSave = v.InferOutput<typeof ShotSave>;
