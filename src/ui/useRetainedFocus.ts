import { type RefObject, useEffect, useRef } from 'react';

const controls = 'a[href], button';

/**
 * Moves the focus, when the focused row of a list is removed, to the same control of the row that takes its place, or to its first one.
 *
 * @param ids of the rows, in order; with what their controls depend on
 * @returns the ref of the list
 */
export function useRetainedFocus(ids: readonly string[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ row: number; control: number } | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      const row = [...element.children].findIndex((child) => child.contains(target as Node));
      const control = [...(element.children[row]?.querySelectorAll(controls) ?? [])].indexOf(
        target as Element,
      );
      last.current = { row, control };
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      // Focus that moved elsewhere on purpose has a target; that of a removed row has none.
      if (relatedTarget) last.current = null;
    };
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', forget);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', forget);
    };
  }, []);

  const shown = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change.
  useEffect(() => {
    const element = list.current;
    if (!element || !last.current || document.activeElement !== document.body) return;
    const row = element.children[Math.min(last.current.row, element.children.length - 1)];
    const found = row?.querySelectorAll<HTMLElement>(controls);
    (found?.[last.current.control] ?? found?.[0])?.focus({ preventScroll: true });
  }, [shown]);
  return list;
}
