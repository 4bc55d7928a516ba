import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come near the screen; once it has, it stays so. */
export function useNear<E extends Element>(isAsked = true): [RefObject<E | null>, boolean] {
  const frame = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!isAsked || !frame.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      // Of the screen, and of what scrolls within it.
      { rootMargin: '200px', scrollMargin: '200px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isAsked]);
  return [frame, near];
}
