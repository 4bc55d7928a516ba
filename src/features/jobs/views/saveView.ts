import type { RecordOf } from '../../../outbox/records/record.ts';
import { sendSaved } from '../../../outbox/sends/sendSaved.ts';
import { getOwner } from '../../../session/session.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError, toastFailure } from '../../../ui/feedback/toastError.ts';
import type { ShownView } from './shownViews.ts';

type Payload = RecordOf<'view'>['payload'];

function payloadOf({ viewId, isShared, name, category, search }: ShownView): Payload {
  return { viewId, isShared, name, category, search };
}

/** Saves a view, or removes it where `next` is null; can be undone. @param before as it was; null for a new one */
async function change(before: ShownView | null, next: Payload, text: string, what: string): Promise<void> {
  try {
    await sendSaved(getOwner(), { kind: 'view', payload: next });
    const undone = before ? payloadOf(before) : removalOf(next);
    const undo = () => void sendSaved(getOwner(), { kind: 'view', payload: undone }).catch(toastError);
    toast(text, { tone: 'good', action: { label: 'Undo', run: undo } });
  } catch (error) {
    toastFailure(what, error, () => void change(before, next, text, what));
  }
}

/** A removal says nothing of the filters: one that no server knows must be removable. */
function removalOf({ viewId, isShared, name }: Payload): Payload {
  return { viewId, isShared, name, category: 'all', search: {}, removed: true };
}

export function saveView(before: ShownView | null, next: Payload): Promise<void> {
  return change(before, next, `View “${next.name}” saved.`, 'save the view');
}

export function deleteView(view: ShownView): Promise<void> {
  return change(view, removalOf(payloadOf(view)), `View “${view.name}” deleted.`, 'delete the view');
}
