import { messageOf } from '../useAction.ts';
import { toast } from './toast.ts';

/** Shows why an action failed. It is no part of `useAction`, so that the sign-in does not load the toasts. */
export function toastError(error: unknown): void {
  toast(messageOf(error), { tone: 'bad' });
}

/** Shows what could not be done and why. @param again offers to try it again */
export function toastFailure(what: string, error: unknown, again?: () => void): void {
  toast(`Couldn’t ${what}. ${messageOf(error)}`, {
    tone: 'bad',
    ...(again && { action: { label: 'Try again', run: again } }),
  });
}
