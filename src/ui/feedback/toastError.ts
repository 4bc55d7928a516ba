import { messageOf } from '../useAction.ts';
import { toast } from './toast.ts';

/** Shows why an action failed. It is no part of `useAction`, so that the sign-in does not load the toasts. */
export function toastError(error: unknown): void {
  toast(messageOf(error), { tone: 'bad' });
}
