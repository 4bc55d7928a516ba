import { createStore } from '../../store.ts';

type ToastTone = 'plain' | 'good' | 'bad';

type ToastAction = { label: string; run: () => void };

export type Toast = { id: string; text: string; tone: ToastTone; action?: ToastAction; lasts: boolean };

type Options = {
  tone?: ToastTone;
  action?: ToastAction;
  /** Stays until it is closed; the default for tone `bad`. Others with an action stay longer than those without. */
  lasts?: boolean;
};

/** The toasts on screen, oldest first. */
const toasts = createStore<readonly Toast[]>([]);

export const { get: getToasts, subscribe: subscribeToToasts } = toasts;

/**
 * Shows the outcome of an action. A toast with the same text replaces the earlier one.
 *
 * @returns a function that dismisses it
 */
export function toast(text: string, { tone = 'plain', action, lasts }: Options = {}): () => void {
  const id = crypto.randomUUID();
  const one: Toast = { id, text, tone, lasts: lasts ?? tone === 'bad' };
  if (action) one.action = action;
  toasts.set([...toasts.get().filter((other) => other.text !== text), one].slice(-4));
  return () => dismissToast(id);
}

export function dismissToast(id: string): void {
  const all = toasts.get();
  if (all.some((one) => one.id === id)) toasts.set(all.filter((one) => one.id !== id));
}
