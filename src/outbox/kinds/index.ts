import { comparison } from './comparisonKind.ts';
import { assignment, due } from './jobChoiceKinds.ts';
import { mark } from './markKind.ts';
import { message } from './messageKind.ts';
import { note } from './noteKind.ts';
import { report } from './reportKind.ts';
import { savedReply } from './savedReplyKind.ts';
import { shot } from './shotKind.ts';
import { snooze } from './snoozeKind.ts';
import { update } from './updateKind.ts';
import { view } from './viewKind.ts';

/** Everything that a user sends, by kind, as it is stored and sent; `shown.ts` has what only pages need. */
export const kinds = {
  message,
  mark,
  note,
  report,
  update,
  due,
  assignment,
  shot,
  savedReply,
  comparison,
  snooze,
  view,
};
