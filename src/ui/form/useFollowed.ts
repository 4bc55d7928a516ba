import { type Dispatch, useLayoutEffect, useState } from 'react';
import { isSameValue } from '../../format/sameValue.ts';
import type { Form } from './useForm.ts';

/**
 * Lets the fields of a form that were not typed in follow what it began with, as that is changed by somebody else.
 *
 * @returns the values while nothing is typed, as far as the form follows them, and a function that sets them to what it has saved
 */
export function useFollowed<V extends object>(
  { values, set }: Pick<Form<V, unknown>, 'values' | 'set'>,
  initial: V,
): [untouched: V, setUntouched: Dispatch<V>] {
  const [untouched, setUntouched] = useState(initial);
  const said = JSON.stringify(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `initial` says something else.
  useLayoutEffect(() => {
    for (const key of Object.keys(initial) as (keyof V)[]) {
      const isTyped = !isSameValue(values[key], untouched[key]);
      if (!isTyped && !isSameValue(initial[key], untouched[key])) set(key as never, initial[key] as never);
    }
    setUntouched(initial);
  }, [said]);
  return [untouched, setUntouched];
}
