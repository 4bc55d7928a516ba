import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The text size of a browser whose user has not changed it, in pixels. */
const usualTextSize = 16;

type Size = {
  /** In pixels; 0 before the element is there. */
  width: number;
  /** How many times as large as usual the text is. */
  scale: number;
};

/** Returns the width of an element, and the ref to give it. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, Size] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Size>({ width: 0, scale: 1 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    function measure() {
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ width: element?.clientWidth ?? 0, scale: text / usualTextSize });
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
