import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { type AuditedAction, auditedActions } from '../../contract/audit.ts';
import { email } from '../../contract/fields.ts';
import { page } from '../../contract/page.ts';
import { AuditEntry } from '../../contract/users/auditEntry.ts';
import type { StaffProfile } from '../../contract/users/user.ts';
import { AdminPage } from '../../ui/AdminPage.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { actorOf, detailsOf, labelOf, subjectOf } from './activityText.ts';
import styles from './UserRow.module.css';
import type { ActivitySearch } from './usersSearch.ts';

const Audit = page(AuditEntry);

/** The audit trail, newest first, page by page. */
function activityQuery({ what, who }: ActivitySearch) {
  const filter = { ...(what && { action: what }), ...(who && { person: who }) };
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const body = { ...filter, ...(pageParam !== null && { startAfter: pageParam }) };
      return checked(Audit, await call('audit', { body, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ startAfter }) => startAfter ?? undefined,
  });
}

/** The audit trail of changes to users and their access (admins only). */
export function ActivityPage({ reader, search }: { reader: StaffProfile; search: ActivitySearch }) {
  return (
    <AdminPage
      userType={reader.userType}
      title="Activity"
      note="Changes to users and their access. Entries can’t be edited."
      wide
    >
      <Filter search={search} />
      <Entries search={search} />
    </AdminPage>
  );
}

function isFiltered({ what, who }: ActivitySearch): boolean {
  return Boolean(what || who);
}

function Filter({ search }: { search: ActivitySearch }) {
  const navigate = useNavigate();
  const asked = search.who ?? '';
  const [who, setWho] = useState(asked);
  const [error, setError] = useState('');
  const [shown, setShown] = useState(asked);
  // However the list came to be filtered, the field says by whom.
  if (shown !== asked) {
    setShown(asked);
    setWho(asked);
    setError('');
  }

  function show(next: ActivitySearch) {
    void navigate({ to: '/users/activity', search: next, replace: true, resetScroll: false });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = v.safeParse(v.union([v.literal(''), email]), who.trim());
    setError(typed.success ? '' : 'Enter a full email address.');
    if (!typed.success) return;
    show({ ...(search.what && { what: search.what }), ...(typed.output && { who: typed.output }) });
  }
  function clear(form: HTMLFormElement | null) {
    // The button goes with what it clears.
    form?.querySelector('input')?.focus();
    setWho('');
    setError('');
    show({});
  }
  return (
    <search>
      <form className="fields" noValidate onSubmit={submit}>
        <Select<AuditedAction | ''>
          label="Action"
          required
          value={search.what ?? ''}
          options={auditedActions}
          placeholder="All actions"
          onChange={(what) => show({ ...(what && { what }), ...(search.who && { who: search.who }) })}
        />
        <EmailField label="Person (email)" value={who} error={error} onChange={setWho} autoComplete="off" />
        <div className={`row ${styles.besideFields}`}>
          <Button type="submit">Apply</Button>
          {isFiltered(search) && (
            <Button variant="quiet" onClick={({ currentTarget }) => clear(currentTarget.form)}>
              Clear filters
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

function Entries({ search }: { search: ActivitySearch }) {
  const query = useInfiniteQuery(activityQuery(search));
  const entries = query.data?.pages.flatMap(({ items }) => items);
  if (!entries) {
    return <NotLoaded query={query} what="activity" heights={['4rem', '4rem', '4rem']} />;
  }
  if (entries.length === 0) {
    return isFiltered(search) ? (
      <EmptyState title="No matching activity" text="Try a different action or person." />
    ) : (
      <EmptyState title="No activity yet" />
    );
  }
  return (
    <>
      <ul className={styles.people} aria-label="Activity">
        {entries.map((entry) => (
          <Entry key={entry.entry} entry={entry} />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  return (
    <li className={`${styles.person} ${styles.entry}`}>
      <div className={styles.who}>
        <p translate="no">{actorOf(entry)}</p>
        <p className={styles.small}>
          <Time seconds={entry.timestamp} />
        </p>
      </div>
      <div className={styles.state}>
        <Badge>{labelOf(auditedActions, entry.action)}</Badge>
      </div>
      <div className={styles.company}>
        <p translate="no">{subjectOf(entry)}</p>
        {details.map((detail) => (
          <p key={detail} className={styles.small}>
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}
