import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import {
  type AuditEntry,
  type AuditedAction,
  auditedActions,
  commandLine,
  isPseudonym,
  theServer,
} from '../../contract/people.ts';
import type { StaffProfile } from '../../contract/user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotHere } from '../../ui/feedback/NotHere.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Time } from '../../ui/Time.tsx';
import type { ActivitySearch } from './activitySearch.ts';
import styles from './PersonRow.module.css';
import { activityQuery } from './peopleQueries.ts';

/** Who did it, for a reader. */
function actorOf({ actor, actorName }: AuditEntry): string {
  if (actor === commandLine) return 'The command line';
  return actor === theServer ? 'The server' : actorName || actor;
}

function actionOf({ action }: AuditEntry): string {
  return Object.hasOwn(auditedActions, action) ? auditedActions[action as AuditedAction] : action;
}

/** Whom it was done to; a pseudonym says nothing more than its name. */
function subjectOf({ subject, subjectName }: AuditEntry): string {
  if (subjectName === '') return subject;
  return isPseudonym(subject) ? subjectName : `${subjectName} · ${subject}`;
}

function said(value: string): string {
  return Object.hasOwn(userTypes, value) ? userTypes[value as keyof typeof userTypes] : value;
}

const factNames: Readonly<Record<string, string>> = {
  userType: 'as',
  approvedBy: 'approved by',
  company: 'company’s name',
  rows: 'rows deleted:',
  days: 'kept for days:',
  files: 'files:',
};

/** From what to what, and what else there is to know. */
function detailsOf({ changes, facts }: AuditEntry): string[] {
  const changed = changes.map(({ field, from, to }) => {
    const name = Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field;
    return from === '' && to === ''
      ? `${name} (erased)`
      : `${name}: ${said(from) || 'nothing'} → ${said(to) || 'nothing'}`;
  });
  const known = Object.entries(facts).map(([name, value]) => `${factNames[name] ?? name} ${said(value)}`);
  return [...changed, ...known];
}

/** What was done about people, and by whom (administrators only). */
export function ActivityPage({ reader, search }: { reader: StaffProfile; search: ActivitySearch }) {
  if (reader.userType !== 'ADMIN') return <NotHere />;
  return (
    <div className="page">
      <PageHeading
        title="Activity"
        over="Users"
        note="Who did what about people. Nothing here can be changed."
      >
        <ButtonLink to="/users/listing/$category" params={{ category: 'all' }} search={{}}>
          All users
        </ButtonLink>
      </PageHeading>
      <Filter key={search.who ?? ''} search={search} />
      <Entries search={search} />
    </div>
  );
}

const everything = '';

function Filter({ search }: { search: ActivitySearch }) {
  const navigate = useNavigate();
  const [who, setWho] = useState(search.who ?? '');
  const [error, setError] = useState('');

  function show(next: ActivitySearch) {
    void navigate({ to: '/users/activity', search: next, replace: true, resetScroll: false });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const person = who.trim().toLowerCase();
    const isEmail = person === '' || v.is(v.pipe(v.string(), v.email()), person);
    setError(isEmail ? '' : 'Type a whole e-mail address.');
    if (isEmail) show({ ...(search.what && { what: search.what }), ...(person && { who: person }) });
  }
  return (
    <search>
      <form className="fields" noValidate onSubmit={submit}>
        <Select<AuditedAction | ''>
          label="What"
          required
          value={search.what ?? everything}
          options={auditedActions}
          placeholder="Everything"
          onChange={(what) => show({ ...(what && { what }), ...(search.who && { who: search.who }) })}
        />
        <TextField
          label="By or about (e-mail)"
          value={who}
          error={error}
          onChange={setWho}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={`row ${styles.besideFields}`}>
          <Button type="submit">Show</Button>
        </div>
      </form>
    </search>
  );
}

function Entries({ search: { what, who } }: { search: ActivitySearch }) {
  const query = useInfiniteQuery(
    activityQuery({ ...(what && { action: what }), ...(who && { person: who }) }),
  );
  const entries = query.data?.pages.flatMap(({ items }) => items);
  if (!entries) {
    return query.isError ? (
      <TryAgain query={query} />
    ) : (
      <div aria-busy="true" className="stack" data-tight="">
        <Skeleton height="4rem" />
        <Skeleton height="4rem" />
        <Skeleton height="4rem" />
      </div>
    );
  }
  if (entries.length === 0) {
    return <EmptyState title="Nothing here" text="Nothing of this kind was done yet." />;
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
        <p>{actorOf(entry)}</p>
        <p className={styles.small}>
          <Time seconds={entry.timestamp} />
        </p>
      </div>
      <div className={styles.standing}>
        <Badge>{actionOf(entry)}</Badge>
      </div>
      <div className={styles.company}>
        <p>{subjectOf(entry)}</p>
        {details.map((detail) => (
          <p key={detail} className={styles.small}>
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}
