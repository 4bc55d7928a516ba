import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide';
import { useRef } from 'react';
import { profilesQuery } from '../../api/queries.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import type { ErasureRequest } from '../../contract/users/erasures.ts';
import {
  type Profile,
  type StaffProfile,
  type UserCounts,
  type UserListingCategory,
  userListingCategories,
} from '../../contract/users/user.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { SearchBox } from '../../ui/form/SearchField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { fullNameOf } from './approval.ts';
import { erasureRequestsQuery } from './erasureRequestsQuery.ts';
import styles from './UserRow.module.css';
import { UserRow } from './UserRow.tsx';
import type { InviteSearch } from './usersSearch.ts';

/** Whom the button of a listing invites; everywhere else clients. */
const roles: { [C in UserListingCategory]?: InviteSearch } = {
  employees: { role: 'EMPLOYEE' },
  admins: { role: 'ADMIN' },
};

type Props = { reader: StaffProfile; category: UserListingCategory; text: string | undefined };

/** All profiles by category (staff only). */
export function UsersPage({ reader, category, text }: Props) {
  const isAdmin = reader.userType === 'ADMIN';
  const navigate = useNavigate();
  const query = useInfiniteQuery(profilesQuery({ category, ...(text ? { text } : {}) }));
  // While another listing loads, the tabs show the last counts, so that they do not move.
  const counts = useRef<UserCounts>(undefined);
  counts.current = query.data?.pages[0]?.counts ?? counts.current;
  return (
    <div className={`page ${styles.page}`}>
      <PageHeading title="Users" documentTitle={`Users: ${userListingCategories[category]}`} beside>
        {isAdmin && (
          <ButtonLink to="/users/activity" search={{}}>
            Activity
          </ButtonLink>
        )}
        <ButtonLink to="/users/invite" search={{ ...(isAdmin && roles[category]) }} variant="primary">
          <Icon of={UserPlus} />
          Invite users
        </ButtonLink>
      </PageHeading>
      <div className={styles.search}>
        <SearchBox
          label="Search users"
          placeholder="Search by name, company, or email"
          value={text ?? ''}
          onSearch={(wanted) =>
            void navigate({
              to: '/users/listing/$category',
              params: { category },
              search: wanted ? { q: wanted } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Tabs label="User categories">
        {Object.entries(userListingCategories).map(([key, label]) => (
          <TabLink
            key={key}
            count={counts.current?.[key as UserListingCategory]}
            to="/users/listing/$category"
            params={{ category: key }}
            search={text ? { q: text } : {}}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {label}
          </TabLink>
        ))}
      </Tabs>
      <UserList reader={reader} category={category} text={text} query={query} />
    </div>
  );
}

type UserListProps = Props & { query: UseInfiniteQueryResult<InfiniteData<ResponseOf<'profiles'>>> };

function UserList({ reader, category, text, query }: UserListProps) {
  const isAdmin = reader.userType === 'ADMIN';
  const { data: requests, isPending } = useQuery({ ...erasureRequestsQuery(), enabled: isAdmin });
  const users = query.data?.pages.flatMap((page) => page.items);
  // Shows both at once, so that nothing moves.
  if (!users || (isAdmin && isPending)) {
    return <NotLoaded query={query} what="users" heights={['5rem', '5rem', '5rem']} />;
  }
  if (users.length === 0) {
    return text ? (
      <EmptyState title="No users found" text={`No names, companies, or emails start with “${text}”.`}>
        <ButtonLink to="/users/listing/$category" params={{ category: 'all' }} search={{}}>
          Clear search
        </ButtonLink>
      </EmptyState>
    ) : category === 'pending' ? (
      <EmptyState
        title="No one is waiting for approval"
        text="New users show up here after they complete their profile. Invited users don’t need approval."
      />
    ) : (
      <EmptyState title="No users yet" text="Invite users. They’ll show up here after they sign up." />
    );
  }
  return (
    <>
      {requests && requests.length > 0 && <ErasureRequests requests={requests} />}
      <UserRows users={users} reader={reader} />
      <LoadMore query={query} />
    </>
  );
}

function UserRows({ users, reader }: { users: readonly Profile[]; reader: Profile }) {
  const list = useRetainedFocus(users.map(({ email }) => email));
  return (
    <ul ref={list} className={styles.people} aria-label="Users">
      {users.map((user) => (
        <UserRow key={user.email} user={user} reader={reader} />
      ))}
    </ul>
  );
}

function ErasureRequests({ requests }: { requests: readonly ErasureRequest[] }) {
  return (
    <Section title="Account deletion requests" tight>
      <ul className="stack" data-tight="">
        {requests.map(({ email, firstName, lastName, asked }) => (
          <li key={email} className="row">
            <Link to="/users/update/$userEmail" params={{ userEmail: email }} translate="no">
              {fullNameOf({ firstName, lastName })}
            </Link>
            <span className="small soft">
              Requested <Time seconds={asked} inSentence />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
