import { type AnyRouter, Link, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import styles from './SearchLink.module.css';

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  return field !== null;
}

/** Once, after the heading got the focus, as it does with any change of page. */
function focusAfterwards(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    requestAnimationFrame(focusSearch);
  });
}

/** To the search of the jobs, ready to type. */
export function SearchLink() {
  const router = useRouter();
  return (
    <Link
      to="/jobs/listing/$category"
      params={{ category: 'all' }}
      className={styles.link}
      aria-label="Search jobs"
      title="Search jobs"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        const stay = /^\/jobs\/listing/.test(router.state.location.pathname) && focusSearch();
        if (stay) event.preventDefault();
        else focusAfterwards(router);
      }}
    >
      <Search aria-hidden />
    </Link>
  );
}
