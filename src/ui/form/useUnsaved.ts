import { useEffect, useState } from 'react';
import { isSameValue } from '../../format/sameValue.ts';

/** Keeps the page from being reloaded by itself while a form without a draft holds something typed (`app/start/untilIdle.ts`). */
export function useUnsaved(values: object): void {
  const [untouched] = useState(values);
  const isTyped = !isSameValue(values, untouched);
  useEffect(() => {
    if (!isTyped) return;
    const refuse = (event: Event) => event.preventDefault();
    document.addEventListener('before-reload', refuse);
    return () => document.removeEventListener('before-reload', refuse);
  }, [isTyped]);
}
