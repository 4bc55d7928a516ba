import type { KindName, OutboxRecord, PostKind, RecordOf } from '../records/record.ts';
import { shownComparison } from './comparisonKind.ts';
import { shownAssignment, shownDue } from './jobChoiceKinds.ts';
import type { EditedAt, Shown, ShownPost } from './kind.ts';
import { shownMark } from './markKind.ts';
import { shownMessage } from './messageKind.ts';
import { shownNote } from './noteKind.ts';
import { shownReport } from './reportKind.ts';
import { shownSavedReply } from './savedReplyKind.ts';
import { shownShot } from './shotKind.ts';
import { shownSnooze } from './snoozeKind.ts';
import { shownUpdate } from './updateKind.ts';
import { shownView } from './viewKind.ts';

/** The kinds of records as pages show them. */
export const shown: {
  readonly [K in KindName]: K extends PostKind
    ? ShownPost<RecordOf<K>['payload']>
    : Shown<RecordOf<K>['payload']>;
} = {
  message: shownMessage,
  mark: shownMark,
  note: shownNote,
  report: shownReport,
  update: shownUpdate,
  due: shownDue,
  assignment: shownAssignment,
  shot: shownShot,
  savedReply: shownSavedReply,
  comparison: shownComparison,
  snooze: shownSnooze,
  view: shownView,
};

/** Returns how a record is shown. */
export function shownAs({ kind }: Pick<OutboxRecord, 'kind'>): Shown<OutboxRecord['payload']> {
  return shown[kind] as Shown<OutboxRecord['payload']>;
}

/** Returns where a record is edited, as the draft of its form; undefined for one that is not. */
export function editedAt(record: OutboxRecord): EditedAt | undefined {
  return shownAs(record).editedAt?.(record);
}
