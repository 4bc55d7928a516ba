import { useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { isAlike, laidOver } from './keptValues.ts';
import { type Form, useForm } from './useForm.ts';

/** Where a form's values are saved while they are typed: see `outbox/formDraft.ts`. */
type SavedValues = {
  read(onLate?: (left: unknown) => void): Promise<unknown>;
  put(values: object | null): void;
  end(): void;
};

/**
 * A form whose typed values outlive a reload, a crash and a closed window. Not for passwords.
 *
 * @param initial of now: where it changes under an untouched form, nothing was typed
 * @param open of the form and its user; called once
 */
export function useKeptForm<S extends v.GenericSchema, V extends v.InferInput<S> & object>(
  schema: S,
  initial: V,
  open: () => SavedValues,
): Form<V, v.InferOutput<S>> {
  const [begun] = useState(initial);
  const form = useForm(schema, begun);
  const saved = useRef<SavedValues>(null);
  const [isRead, setIsRead] = useState(false);
  const latest = useRef({ open, form });
  latest.current = { open, form };

  useEffect(() => {
    const mine = latest.current.open();
    saved.current = mine;
    let isHere = true;
    let isFound = false;
    const take = (left: unknown) => {
      isFound = true;
      const { values, reset } = latest.current.form;
      const isLeft = isAlike(begun, left);
      const whole = isLeft ? laidOver(left, values, begun) : values;
      if (isHere) {
        if (isLeft) reset(whole);
        setIsRead(true);
        return;
      }
      // Typed and left before that: it is saved all the same.
      if (values !== begun) mine.put(whole);
      mine.end();
    };
    void mine.read(take).then(take);
    return () => {
      isHere = false;
      if (isFound) mine.end();
    };
  }, [begun]);

  const { values } = form;
  const untouched = JSON.stringify(initial);
  useEffect(() => {
    if (!isRead) return;
    const isTyped = values !== begun && JSON.stringify(values) !== untouched;
    saved.current?.put(isTyped ? values : null);
  }, [isRead, values, begun, untouched]);
  return form;
}
