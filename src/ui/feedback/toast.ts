type ToastTone = 'plain' | 'good' | 'bad';

type ToastAction = { label: string; run: () => void };

export type Toast = { id: number; text: string; tone: ToastTone; action?: ToastAction; lasts: boolean };

type Options = {
  tone?: ToastTone;
  action?: ToastAction;
  /** Stays until somebody closes it; so do those of tone `bad`. One with an action stays longer than others. */
  lasts?: boolean;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says shortly what an action came to. The same words are shown once only.
 *
 * @returns what takes it away again
 */
export function toast(text: string, { tone = 'plain', action, lasts }: Options = {}): () => void {
  lastId += 1;
  const id = lastId;
  const one: Toast = { id, text, tone, lasts: lasts ?? tone === 'bad' };
  if (action) one.action = action;
  put([...toasts.filter((other) => other.text !== text), one].slice(-4));
  return () => dismissToast(id);
}

export function dismissToast(id: number): void {
  if (toasts.some((one) => one.id === id)) put(toasts.filter((one) => one.id !== id));
}
