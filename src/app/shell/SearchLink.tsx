import { Link, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { focusSearch, focusSearchAfterwards } from './goToSearch.ts';
import styles from './SearchLink.module.css';

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
        const stay = router.state.matches.at(-1)?.fullPath.startsWith('/jobs/listing') && focusSearch();
        if (stay) event.preventDefault();
        else focusSearchAfterwards(router);
      }}
    >
      <Search aria-hidden />
    </Link>
  );
}
