import type { KindName, OutboxRecord, RecordOf } from '../records/record.ts';
import type { Shown } from './kind.ts';
import { shownMessage } from './message.ts';
import { shownNote } from './note.ts';
import { shownReport } from './report.ts';
import { shownShot } from './shot.ts';
import { shownToggle } from './toggle.ts';
import { shownUpdate } from './update.ts';

/** The kinds of records as pages show them. */
export const shown: { readonly [K in KindName]: Shown<RecordOf<K>['payload']> } = {
  message: shownMessage,
  toggle: shownToggle,
  note: shownNote,
  report: shownReport,
  update: shownUpdate,
  shot: shownShot,
};

/** Returns how a record is shown. */
export function shownAs({ kind }: Pick<OutboxRecord, 'kind'>): Shown<OutboxRecord['payload']> {
  return shown[kind] as Shown<OutboxRecord['payload']>;
}
