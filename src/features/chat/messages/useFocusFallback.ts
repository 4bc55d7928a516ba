import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the list when the focused element is removed (its message was sent, edited or deleted).
 *
 * @param shown changes when elements may have been removed
 */
export function useFocusFallback(list: RefObject<HTMLElement | null>, shown: string): void {
  const isInside = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const enter = () => {
      isInside.current = true;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) isInside.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever something else is shown.
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [list, shown]);
}
