import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { asApiError } from '../../api/ApiError.ts';
import type { FoundFile } from '../../contract/calls.ts';
import { isStaff } from '../../contract/enums.ts';
import { markedParts, searchedWords } from '../../contract/words.ts';
import { counted } from '../../format/counted.ts';
import { useProfile } from '../../session/useSession.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { isComposing } from '../../ui/form/isComposing.ts';
import { SearchBox } from '../../ui/form/SearchField.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { MarkContext } from '../../ui/text/MarkedText.tsx';
import styles from './SearchPage.module.css';
import { type ResultList, resultsOf } from './searchResults.tsx';
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

/** Moves the focus with the arrow keys through the field and the results, and back to the field with Escape. */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event)) return;
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

type Props = {
  search: SearchSearch;
  /** Renders a file as a list item; files are shown by another feature. */
  renderFile: (file: FoundFile) => ReactNode;
};

/** Searches everything the reader may see; without a connection, what this device has. */
export function SearchPage({ search, renderFile }: Props) {
  const reader = useProfile();
  const { q: text = '', kind } = search;
  const navigate = useNavigate();
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
        <SearchBox
          label="Search everything"
          placeholder={kinds.length > 3 ? 'Jobs, messages, files, users' : 'Jobs, messages, files'}
          value={text}
          onSearch={(wanted) =>
            void navigate({
              to: '/search',
              search: ({ q: _, ...others }: SearchSearch) => ({ ...others, ...(wanted && { q: wanted }) }),
              replace: true,
              resetScroll: false,
            } as never)
          }
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
        {isFromDevice && <p>{whyFromDevice(online.error)} Showing results from this device.</p>}
        <p>{lists ? summary(lists, shown) : text === '' ? hint : ''}</p>
      </div>
      {lists && !hasFailed ? (
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
          <NotLoaded
            query={hasFailed ? online : { ...online, error: null }}
            what="search results"
            heights={Array(3).fill('5rem')}
          />
        )
      )}
    </div>
  );
}

function whyFromDevice(error: Error | null): string {
  // Without a status, nobody responded.
  return error && asApiError(error).status > 0 ? error.message : 'You’re offline.';
}

const hint = 'Search the names, addresses, and codes of jobs, the text of messages, and file names.';

/** "2 jobs, 5+ messages": how many results are shown. */
function summary(lists: Readonly<Record<SearchKind, ResultList>>, shown: readonly SearchKind[]): string {
  const counts = shown.flatMap((kind) => {
    const { items = [], hasMore = false } = lists[kind] ?? {};
    if (items.length === 0) return [];
    return hasMore ? `${items.length}+ ${nouns[kind]}s` : counted(items.length, nouns[kind]);
  });
  return counts.join(', ') || 'No results';
}

type ResultsProps = { kind: SearchKind; list: ResultList; showAll: boolean; text: string };

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
