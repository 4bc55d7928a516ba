import { type RefObject, useEffect, useRef } from 'react';

/**
 * When what was focused in the list goes (a message was sent, changed or deleted), the focus stays in the list instead of
 * falling back to the page.
 *
 * @param shown changes when something may have gone
 */
export function useFocusStays(list: RefObject<HTMLElement | null>, shown: string): void {
  const isInside = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const come = () => {
      isInside.current = true;
    };
    const go = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) isInside.current = false;
    };
    element.addEventListener('focusin', come);
    element.addEventListener('focusout', go);
    return () => {
      element.removeEventListener('focusin', come);
      element.removeEventListener('focusout', go);
    };
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to run whenever something else is shown.
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [list, shown]);
}
