import { useEffect, useState } from 'react';
import { isSameValue } from '../../format/sameValue.ts';

/**
 * Keeps the page from being reloaded by itself (`app/start/untilIdle.ts`), and a dialog from closing by a click beside it, while a form
 * without a draft holds something typed.
 *
 * @param saved what is saved of it; by default the values that it began with
 * @returns whether something is typed
 */
export function useUnsaved(values: object, saved?: object): boolean {
  const [begun] = useState(values);
  const isTyped = !isSameValue(values, saved ?? begun);
  useEffect(() => {
    if (!isTyped) return;
    const refuse = (event: Event) => event.preventDefault();
    document.addEventListener('before-reload', refuse);
    return () => document.removeEventListener('before-reload', refuse);
  }, [isTyped]);
  return isTyped;
}
