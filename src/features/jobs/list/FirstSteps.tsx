import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { checklistsQuery } from '../../../api/checklistsQuery.ts';
import { call } from '../../../api/client.ts';
import { profilesQuery } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { SentInvitation } from '../../../contract/users/invitation.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Section.tsx';
import styles from './FirstSteps.module.css';
import { areStepsEnded, endSteps } from './stepsEnded.ts';

type Step = {
  title: string;
  note: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Undefined where it is not read yet, or could not be. */
  isDone: boolean | undefined;
};

function counts({ state }: SentInvitation): boolean {
  return state === 'OPEN' || state === 'ACCEPTED';
}

// Queries of their own, below the keys of `users/invitationsQuery.ts` and `dueRules/dueRulesQueries.ts`, whose rules the list must not
// load.

/** The newest invitations. */
const newestInvitations = queryOptions({
  queryKey: ['invitations', 'newest'],
  queryFn: async ({ signal }) => (await call('invitations', { body: {}, signal })).items,
});

/** Whether due dates are on. */
const hasDueDates = queryOptions({
  queryKey: ['dueRules', 'set'],
  queryFn: async ({ signal }) => (await call('dueRules', { signal })).rules !== null,
  staleTime: 0,
});

/** Returns the steps, and whether their state is still being read. */
function useSteps(): { steps: Step[]; isPending: boolean } {
  const profiles = useInfiniteQuery(profilesQuery({ category: 'all' }));
  const invitations = useQuery(newestInvitations);
  const due = useQuery(hasDueDates);
  const checklists = useQuery(checklistsQuery());
  const users = profiles.data?.pages[0]?.counts;
  const sent = invitations.data?.filter(counts);
  const isInvited = (staff: boolean) => sent?.some(({ userType }) => isStaff(userType) === staff);
  const steps = [
    {
      title: 'Invite engineers',
      note: 'They see every job and answer clients.',
      link: { to: '/users/invite', search: { role: 'EMPLOYEE' } },
      // The reader is one of the admins.
      isDone: users && (users.employees > 0 || users.admins > 1 || isInvited(true)),
    },
    {
      title: 'Invite clients',
      note: 'They submit jobs. You can also enter a job for a client’s email address, which invites them.',
      link: { to: '/users/invite' },
      isDone: users && (users.clients > 0 || isInvited(false)),
    },
    {
      title: 'Set due dates',
      note: 'Each job then gets its due date by your rules.',
      link: { to: '/due-dates' },
      isDone: due.data,
    },
    {
      title: 'Set up photo checklists',
      note: 'Each job then lists the photos that its services need.',
      link: { to: '/checklists/$service', params: { service: 'PIL' } },
      isDone: checklists.data && checklists.data.length > 0,
    },
  ] satisfies Step[];
  return { steps, isPending: [profiles, invitations, due, checklists].some((query) => query.isPending) };
}

/** What an admin sets up for the firm, each step with whether it is done. */
export function SetUpSteps() {
  const { steps, isPending } = useSteps();
  return (
    <div aria-busy={isPending || undefined}>
      <Steps steps={steps} />
    </div>
  );
}

/** What an admin does first in a product without jobs. */
export function FirstSteps() {
  return (
    <Section title="No jobs yet" tight>
      <p className="soft">Set up EV Jobs for your firm, or enter the first job.</p>
      <SetUpSteps />
      <div className="row">
        <ButtonLink to="/jobs/create" variant="primary">
          New job
        </ButtonLink>
      </div>
    </Section>
  );
}

/** The steps that are left, below the jobs, until all are done or nobody wants to see them. */
export function StepsLeft() {
  const { steps, isPending } = useSteps();
  const [isEnded, setEnded] = useState(areStepsEnded);
  const isDone = steps.every((step) => step.isDone);
  useEffect(() => {
    if (isDone) endSteps('done');
  }, [isDone]);
  if (isPending || isDone || isEnded) return null;
  return (
    <Section title="Set up EV Jobs for your firm" tight>
      <Steps steps={steps} />
      <div className="row">
        <Button
          onClick={() => {
            endSteps('hidden');
            setEnded(true);
          }}
        >
          Don’t show again
        </Button>
      </div>
    </Section>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps} aria-label="First steps">
      {steps.map((step) => (
        <StepRow key={step.title} {...step} />
      ))}
    </ol>
  );
}

function StepRow({ title, note, link, isDone }: Step) {
  return (
    <li className={styles.step}>
      <div>
        <Link {...link} className={styles.link}>
          {title}
        </Link>
        <p className="small soft">{note}</p>
      </div>
      {isDone !== undefined && <Badge tone={isDone ? 'done' : 'plain'}>{isDone ? 'Done' : 'Not done'}</Badge>}
    </li>
  );
}
