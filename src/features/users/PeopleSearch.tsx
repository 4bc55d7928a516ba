import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { UserListingCategory } from '../../contract/user.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './PersonRow.module.css';

const pauseMs = 300;

/** The search field of the listing; what is typed goes into the address after a short pause. */
export function PeopleSearch({ category, text }: { category: UserListingCategory; text: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(
      () =>
        void navigate({
          to: '/users/listing/$category',
          params: { category },
          search: wanted ? { q: wanted } : {},
          replace: true,
          resetScroll: false,
        }),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [typed, text, category, navigate]);
  return (
    <div className={styles.search}>
      <SearchField
        label="Search people by name, company or e-mail"
        placeholder="Name, company or e-mail"
        value={typed}
        onChange={setTyped}
      />
    </div>
  );
}
