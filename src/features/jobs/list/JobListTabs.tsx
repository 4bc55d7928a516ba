import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import { messagesToAnswer } from '../../../contract/jobs/job.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { Tab, Tabs } from '../../../ui/Tabs.tsx';
import type { View, ViewCounts } from '../filters/views.ts';

/** Returns the key of the counts that this user sees. */
export function jobStatsKey({ email, userType }: ApprovedProfile) {
  return isStaff(userType) ? statsQuery().queryKey : userStatsQuery(email).queryKey;
}

/** Returns the counts: of all jobs for staff, of their own for a client; and the messages that need this user's answer. */
export function useCounts({ email, userType }: ApprovedProfile): ViewCounts & {
  toAnswer: number | undefined;
} {
  const staff = isStaff(userType);
  const { data: all } = useQuery({ ...statsQuery(), enabled: staff });
  // The frame reads them too.
  const { data: own } = useQuery(userStatsQuery(email));
  return { stats: staff ? all : own, own, toAnswer: messagesToAnswer(own) };
}

type Props = {
  views: readonly View[];
  /** The one that is shown. */
  current: View;
  toAnswer: number | undefined;
  /** The menu of those without room, once it is loaded. */
  more: ReactNode;
};

/** The views of the list, each with its count: one of them is always pressed. */
export function JobListTabs({ views, current, toAnswer, more }: Props) {
  const { stringifySearch } = useRouter().options;
  return (
    <Tabs label="Jobs by status" more={more}>
      {views.map((view) => (
        <Fragment key={view.category + view.name + view.saved?.viewId}>
          {view.category === 'completed' && !view.saved && (
            <Tab href="/messages" count={toAnswer}>
              New messages
            </Tab>
          )}
          <Tab
            href={`/jobs/listing/${view.category}${stringifySearch?.(view.search) ?? ''}`}
            aria-current={view === current ? 'page' : undefined}
            title={view.by}
            {...(view.count !== null && { count: view.count })}
          >
            {view.name}
          </Tab>
        </Fragment>
      ))}
    </Tabs>
  );
}
