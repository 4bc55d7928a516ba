import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has been near the screen. */
export function useNear<E extends Element>(isEnabled = true): [RefObject<E | null>, boolean] {
  const frame = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!isEnabled || !frame.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      // Margins around the screen, and around scrollers within it.
      { rootMargin: '200px', scrollMargin: '200px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isEnabled]);
  return [frame, near];
}
