import { toast } from '../../../ui/feedback/toast.ts';
import { messageOf } from '../../../ui/useAction.ts';
import type { Sent } from '../form/undoableChanges.ts';
import { refusedText, undoneText } from './bulkText.ts';

/** Says what becomes of changes that were made with one action: one toast for all that are refused. */
export function toastOutcomes(): Required<Sent>['many'] {
  let refusals = 0;
  let dismiss: () => void = () => undefined;
  return {
    undone: (count, left) => toast(undoneText(count, left), { tone: left > 0 ? 'bad' : 'good' }),
    refused(error) {
      refusals += 1;
      dismiss();
      dismiss = toast(refusedText(refusals, messageOf(error), true), { tone: 'bad' });
    },
  };
}
