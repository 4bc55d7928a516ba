import { createStore } from '../../store.ts';

type ToastTone = 'plain' | 'good' | 'bad';

type ToastAction = { label: string; run: () => void };

export type Toast = { id: string; text: string; tone: ToastTone; action?: ToastAction; lasts: boolean };

type Options = {
  tone?: ToastTone;
  action?: ToastAction;
  /** Stays until somebody closes it; so do those of tone `bad`. One with an action stays longer than others. */
  lasts?: boolean;
};

/** Those on screen, oldest first. One page has one corner for them, and whatever ends somewhere may say so there. */
const toasts = createStore<readonly Toast[]>([]);

export const { get: getToasts, subscribe: subscribeToToasts } = toasts;

/**
 * Says shortly what an action came to. The same words are shown once only.
 *
 * @returns what takes it away again
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
