import type { KindName, OutboxRecord, RecordOf } from '../records/record.ts';
import { shownAssignment } from './assignment.ts';
import { shownDue } from './due.ts';
import type { Shown } from './kind.ts';
import { shownMark } from './mark.ts';
import { shownMessage } from './message.ts';
import { shownNote } from './note.ts';
import { shownReport } from './report.ts';
import { shownShot } from './shot.ts';
import { shownUpdate } from './update.ts';

/** The kinds of records as pages show them. */
export const shown: { readonly [K in KindName]: Shown<RecordOf<K>['payload']> } = {
  message: shownMessage,
  mark: shownMark,
  note: shownNote,
  report: shownReport,
  update: shownUpdate,
  due: shownDue,
  assignment: shownAssignment,
  shot: shownShot,
};

/** Returns how a record is shown. */
export function shownAs({ kind }: Pick<OutboxRecord, 'kind'>): Shown<OutboxRecord['payload']> {
  return shown[kind] as Shown<OutboxRecord['payload']>;
}
