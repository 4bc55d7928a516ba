import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import styles from './RouteProgress.module.css';

/** Pages that are there sooner show no bar, which would flicker, and cost the frame in which they are drawn. */
const delayMs = 150;

/** A bar along the top edge while the next page loads. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(setLong, delayMs, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [loading]);
  if (!loading || !isLong) return null;
  return <div className={styles.line} role="progressbar" aria-label="Loading page" />;
}
