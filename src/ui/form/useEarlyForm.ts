import { useLayoutEffect } from 'react';
import type { Form } from './useForm.ts';
import { useUnsaved } from './useUnsaved.ts';

/** Sets a field of a form by its name. */
export type SetField = (name: string, value: string) => void;
/** What the early form in the document is told once the app's form is there (`app/early/takeOver.ts`). */
export type TakeOver = CustomEvent<{ form: HTMLFormElement | null; set: SetField }>;

/** Takes over from the early form that stands in the document of this page: what is typed, the focus, and a press of its button. */
export function useEarlyForm<V extends object, Output>({ ref, set, values }: Form<V, Output>): void {
  useUnsaved(values);
  useLayoutEffect(() => {
    const detail = { form: ref.current, set };
    document.getElementById('early')?.dispatchEvent(new CustomEvent('take-over', { detail }));
  }, [ref, set]);
}
