import { useLayoutEffect, useRef } from 'react';
import { isSameValue } from '../../format/sameValue.ts';
import type { Form } from './useForm.ts';

/** Lets the fields of a form that were not typed in follow what it began with, as that is changed by somebody else. */
export function useFollowed<V extends object>(
  { values, set }: Pick<Form<V, unknown>, 'values' | 'set'>,
  initial: V,
): void {
  const followed = useRef(initial);
  const said = JSON.stringify(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `initial` says something else.
  useLayoutEffect(() => {
    const before = followed.current;
    followed.current = initial;
    for (const key of Object.keys(initial) as (keyof V)[]) {
      const isTyped = !isSameValue(values[key], before[key]);
      if (!isTyped && !isSameValue(initial[key], before[key])) set(key as never, initial[key] as never);
    }
  }, [said]);
}
