import { type RefObject, useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { hasShapeOf, mergeTyped } from './savedValues.ts';
import { unsavedText } from './unsavedText.ts';
import { type Form, useForm } from './useForm.ts';

/** Saves a form's values while they are typed: see `outbox/drafts/formDraft.ts`. */
type SavedValues = {
  read(onLate?: (left: unknown) => void): Promise<unknown>;
  onElsewhere(take: (left: unknown) => void): void;
  put(values: object | null): void;
  end(): void;
  /** Calls back with whether what is typed can be saved on this device, whenever that changes. */
  onTrouble(listener: (isUnsaved: boolean) => void): void;
};

/**
 * A form whose typed values survive a reload, a crash and a closed window. Not for passwords.
 *
 * @param initial may change: values equal to the current ones count as untouched
 * @param open opens the draft of this form and user; called once
 * @param merge merges a draft with what was typed while it was read
 * @returns `draft`: what `open` returned; `isRead`: once the draft was read; what is sent before that must not take it along; `unsaved`: a sentence for the screen
 */
export function useSavedForm<
  S extends v.GenericSchema,
  V extends v.InferInput<S> & object,
  D extends SavedValues,
>(
  schema: S,
  initial: V,
  open: () => D,
  merge: (left: V, typed: V, initial: V) => V = mergeTyped,
): Form<V, v.InferOutput<S>> & { draft: RefObject<D | null>; isRead: boolean; unsaved: string } {
  const [begun] = useState(initial);
  const form = useForm(schema, begun);
  const draft = useRef<D>(null);
  const [isRead, setIsRead] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const latest = useRef({ open, merge, form });
  latest.current = { open, merge, form };

  useEffect(() => {
    const mine = latest.current.open();
    draft.current = mine;
    mine.onTrouble(setUnsaved);
    let isMounted = true;
    let hasRead = false;
    const take = (left: unknown) => {
      hasRead = true;
      const { values, reset } = latest.current.form;
      const isLeft = hasShapeOf(begun, left);
      const whole = isLeft ? latest.current.merge(left, values, begun) : values;
      if (isMounted) {
        if (isLeft) reset(whole);
        setIsRead(true);
        return;
      }
      // The form was closed before the draft was read: saves what was typed.
      if (values !== begun) mine.put(whole);
      mine.end();
    };
    // What another window has made of the draft is shown as it is.
    mine.onElsewhere((left) => {
      if (hasRead) latest.current.form.reset(hasShapeOf(begun, left) ? left : begun);
    });
    void mine.read(take).then(take);
    return () => {
      isMounted = false;
      if (hasRead) mine.end();
    };
  }, [begun]);

  const { values } = form;
  const untouched = JSON.stringify(initial);
  useEffect(() => {
    if (!isRead) return;
    const isTyped = values !== begun && JSON.stringify(values) !== untouched;
    draft.current?.put(isTyped ? values : null);
  }, [isRead, values, begun, untouched]);
  return { ...form, draft, isRead, unsaved: unsavedText(isUnsaved ? 'all' : null, 'Save') };
}
