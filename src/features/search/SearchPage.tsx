import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addressLine } from '../../contract/addressText.ts';
import type { FoundFile } from '../../contract/calls.ts';
import { isStaff, userTypes } from '../../contract/enums.ts';
import type { Job } from '../../contract/job.ts';
import type { Message } from '../../contract/message.ts';
import type { Profile } from '../../contract/user.ts';
import { markedParts, searchedWords } from '../../contract/words.ts';
import { counted } from '../../format/counted.ts';
import { useProfile } from '../../session/useSession.ts';
import { Badge, StatusBadge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { searchText } from '../../ui/form/searchText.ts';
import { MarkContext, MarkedText } from '../../ui/MarkedText.tsx';
import { MessageCaption } from '../../ui/MessageCaption.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PlainTime } from '../../ui/PlainTime.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import styles from './SearchPage.module.css';
import type { SearchResults } from './searchQuery.ts';
import { type SearchKind, type SearchSearch, searchKinds } from './searchSearch.ts';
import { useSearch } from './useSearch.ts';

const kindLabels: Readonly<Record<SearchKind, string>> = {
  jobs: 'Jobs',
  messages: 'Messages',
  files: 'Files',
  users: 'Users',
};
const nouns: Readonly<Record<SearchKind, string>> = {
  jobs: 'job',
  messages: 'message',
  files: 'file',
  users: 'user',
};

function JobResult({ job }: { job: Job }) {
  const { jobId, jobCode, project, address, jobReporterDetails, status } = job;
  return (
    <li>
      <Link to="/jobs/update/$jobId" params={{ jobId }} className={styles.result}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto">
            <MarkedText text={project || 'No job Name'} />
          </span>
          <StatusBadge status={status} />
        </span>
        <span className={styles.about}>
          <span className="code" translate="no">
            <MarkedText text={jobCode} />
          </span>
          <bdi translate="no">
            <MarkedText text={addressLine(address)} />
          </bdi>
          <bdi translate="no">
            <MarkedText text={jobReporterDetails.company} />
          </bdi>
        </span>
      </Link>
    </li>
  );
}

/** A message; opens its job's chat at it. */
function MessageResult({ message }: { message: Message }) {
  const openChat = useOpenChat();
  const { communicationId, jobId, project, jobCode, content, fromUserName, createdTimestamp } = message;
  return (
    <li>
      <button type="button" className={styles.result} onClick={() => openChat(jobId, communicationId)}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto">
            {project || 'No job Name'}
          </span>
          <span className="code small soft" translate="no">
            {jobCode}
          </span>
        </span>
        <span className={styles.excerpt} dir="auto">
          <MarkedText text={content} />
        </span>
        <span className={styles.about}>
          {fromUserName && <bdi translate="no">{fromUserName}</bdi>}
          <span>
            <MessageCaption message={message} company={message.company} />
          </span>
          <PlainTime seconds={createdTimestamp} />
        </span>
      </button>
    </li>
  );
}

function UserResult({ user }: { user: Profile }) {
  const { email, firstName, lastName, company, userType } = user;
  return (
    <li>
      <Link to="/users/update/$userEmail" params={{ userEmail: email }} className={styles.result}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto" translate="no">
            <MarkedText text={`${firstName} ${lastName}`} />
          </span>
          <Badge>{userTypes[userType]}</Badge>
        </span>
        <span className={styles.about}>
          <bdi translate="no">
            <MarkedText text={company} />
          </bdi>
          <bdi translate="no">
            <MarkedText text={email} />
          </bdi>
        </span>
      </Link>
    </li>
  );
}

/** Returns the results of one kind as list items, and whether there are more. */
function resultsOf(
  { jobs, messages, files, users }: SearchResults,
  renderFile: Props['renderFile'],
): Record<SearchKind, List> {
  return {
    jobs: jobs && {
      items: jobs.items.map((job) => <JobResult key={job.jobId} job={job} />),
      hasMore: jobs.startAfter !== null,
    },
    messages: messages && {
      items: messages.items.map((message) => (
        <MessageResult key={message.communicationId} message={message} />
      )),
      hasMore: messages.startAfter !== null,
    },
    files: files && { items: files.items.map(renderFile), hasMore: files.startAfter !== null },
    users: users && {
      items: users.items.map((user) => <UserResult key={user.email} user={user} />),
      hasMore: users.startAfter !== null,
    },
  };
}

const debounceMs = 300;

/** Moves the focus with the arrow keys through the field and the results, and back to the field with Escape. */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing)
    return;
  const from = event.target as HTMLElement;
  const page = event.currentTarget;
  const field = page.querySelector('input');
  if (event.key === 'Escape' && from !== field && from.closest('li')) {
    event.preventDefault();
    field?.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(from === field || from.closest('li'))) return;
  const results = [...page.querySelectorAll<HTMLElement>('[data-results] > li')];
  const at = results.findIndex((result) => result.contains(from));
  const next = results[at + step];
  event.preventDefault();
  if (next) next.querySelector<HTMLElement>('a, button')?.focus();
  else if (step < 0) field?.focus();
}

/** The text being typed, which the address follows a moment later. */
function useTyped(search: SearchSearch) {
  const navigate = useNavigate();
  const { q: text = '' } = search;
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  // Back and links change the address.
  if (text !== sent.current) {
    sent.current = text;
    setTyped(text);
  }
  function submit() {
    const wanted = searchText(typed);
    if (wanted === text) return;
    sent.current = wanted;
    void navigate({
      to: '/search',
      search: ({ q: _, ...others }: SearchSearch) => ({ ...others, ...(wanted && { q: wanted }) }),
      replace: true,
      resetScroll: false,
    } as never);
  }
  useEffect(() => {
    const timer = setTimeout(submit, debounceMs);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, submit };
}

type Props = {
  search: SearchSearch;
  /** Renders a file as a list item; files are shown by another feature. */
  renderFile: (file: FoundFile) => ReactNode;
};

/** Searches everything the reader may see; without a connection, what this device has. */
export function SearchPage({ search, renderFile }: Props) {
  const reader = useProfile();
  const { q: text = '', kind } = search;
  const { typed, setTyped, submit } = useTyped(search);
  const { online, results, isFromDevice, isSearching, hasFailed } = useSearch(text, kind, reader);
  const field = useRef<HTMLDivElement>(null);
  const isNew = useRef(text === '');
  useEffect(() => {
    if (isNew.current) field.current?.querySelector('input')?.focus();
  }, []);
  const words = useMemo(() => searchedWords(text), [text]);
  const mark = useMemo(() => (content: string) => markedParts(content, words), [words]);
  const lists = results && resultsOf(results, renderFile);
  const kinds = isStaff(reader.userType) ? searchKinds : searchKinds.filter((one) => one !== 'users');
  const shown = kinds.filter((one) => lists?.[one] && (!kind || one === kind));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; Tab does the same.
    <div className="page" data-narrow="" onKeyDown={moveByKeys}>
      <PageHeading title="Search" documentTitle={text ? `Search: ${text}` : 'Search'} />
      <div ref={field} className={styles.field}>
        <SearchField
          label="Search everything"
          placeholder={kinds.length > 3 ? 'Jobs, messages, files, users' : 'Jobs, messages, files'}
          value={typed}
          onChange={setTyped}
          onEnter={submit}
        />
      </div>
      <Tabs label="Kinds of results">
        {[undefined, ...kinds].map((one) => (
          <TabLink
            key={one ?? 'all'}
            to="/search"
            search={{ ...(text && { q: text }), ...(one && { kind: one }) }}
            resetScroll={false}
            // Else a tab without a kind would be current for every kind.
            activeOptions={{ exact: true }}
            aria-current={one === kind ? 'page' : undefined}
          >
            {one ? kindLabels[one] : 'All'}
          </TabLink>
        ))}
      </Tabs>
      <div role="status" className="small soft">
        {isFromDevice && <p>You’re offline. Showing results from this device.</p>}
        <p>{lists ? summary(lists, shown) : text === '' ? hint : ''}</p>
      </div>
      {hasFailed ? (
        <TryAgain query={online} what="search results" />
      ) : lists ? (
        <div className="stack" aria-busy={isSearching || undefined}>
          <MarkContext value={mark}>
            {shown.map((one) => (
              <Results key={one} kind={one} list={lists[one]} showAll={kind === undefined} text={text} />
            ))}
          </MarkContext>
          {shown.every((one) => lists[one]?.items.length === 0) && (
            <EmptyState
              title="No results"
              text={`Nothing matches “${text}”. Check the spelling, or use fewer words.`}
            />
          )}
          {!isFromDevice && <LoadMore query={online} />}
        </div>
      ) : (
        text !== '' && (
          <div aria-busy="true" className="stack" data-tight="">
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
          </div>
        )
      )}
    </div>
  );
}

const hint = 'Search the names, addresses, and codes of jobs, the text of messages, and file names.';

type List = { items: ReactNode[]; hasMore: boolean } | undefined;

/** "2 jobs, 5+ messages": how many results are shown. */
function summary(lists: Readonly<Record<SearchKind, List>>, shown: readonly SearchKind[]): string {
  const counts = shown.flatMap((kind) => {
    const { items = [], hasMore = false } = lists[kind] ?? {};
    if (items.length === 0) return [];
    return hasMore ? `${items.length}+ ${nouns[kind]}s` : counted(items.length, nouns[kind]);
  });
  return counts.join(', ') || 'No results';
}

type ResultsProps = { kind: SearchKind; list: List; showAll: boolean; text: string };

/** The results of one kind. */
function Results({ kind, list, showAll, text }: ResultsProps) {
  const heading = useId();
  if (!list || list.items.length === 0) return null;
  return (
    <section className="stack" data-tight="" aria-labelledby={heading}>
      <h2 id={heading} className="section-title">
        {kindLabels[kind]}
      </h2>
      <ul className={styles.results} data-results={kind} aria-labelledby={heading}>
        {list.items}
      </ul>
      {showAll && list.hasMore && (
        <p>
          <Link to="/search" search={{ q: text, kind }} resetScroll={false}>
            Show all {nouns[kind]}s
          </Link>
        </p>
      )}
    </section>
  );
}
