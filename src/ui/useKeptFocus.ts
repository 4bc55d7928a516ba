import { type RefObject, useEffect, useRef } from 'react';

const controls = 'a[href], button';

/**
 * When the focused row of a list goes (its message was marked, its person approved), the focus goes to the same control of
 * the row in its place instead of to the top of the page.
 *
 * @param ids of the rows, in their order
 * @returns the ref of the list
 */
export function useKeptFocus(ids: readonly string[]): RefObject<HTMLUListElement | null> {
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
      // Focus that went elsewhere on purpose is none of this list's business; a removed row has no such place.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to run whenever the rows are others.
  useEffect(() => {
    const element = list.current;
    if (!element || !last.current || document.activeElement !== document.body) return;
    const row = element.children[Math.min(last.current.row, element.children.length - 1)];
    row?.querySelectorAll<HTMLElement>(controls)[last.current.control]?.focus({ preventScroll: true });
  }, [shown]);
  return list;
}
