import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { UserListingCategory } from '../../contract/user.ts';
import styles from './PersonRow.module.css';

const pauseMs = 300;

/** The search field of the listing; what is typed goes into the address after a short pause. */
export function PeopleSearch({ category, text }: { category: UserListingCategory; text: string }) {
  const id = useId();
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
    <search className={styles.search}>
      <label className="visually-hidden" htmlFor={id}>
        Search people by name, company or e-mail
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder="Name, company or e-mail"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
