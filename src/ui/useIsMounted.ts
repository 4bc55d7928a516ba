import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that tells whether the component is still on the screen: what takes time ends as it may be gone. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
