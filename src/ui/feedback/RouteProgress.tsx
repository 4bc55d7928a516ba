import { useRouterState } from '@tanstack/react-router';
import styles from './RouteProgress.module.css';

/** A bar along the top edge while the next page loads. It appears with a delay, so that quick pages do not flicker. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  if (!loading) return null;
  return <div className={styles.line} role="progressbar" aria-label="Loading page" />;
}
