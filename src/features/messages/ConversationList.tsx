import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { Button } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { ConversationRow, type RowProps } from './ConversationRow.tsx';
import styles from './Conversations.module.css';
import type { Row } from './heldRows.ts';
import type { Inbox } from './useInbox.ts';
import type { Unsent } from './useUnsent.ts';

/** A list of conversations, or a part of one. */
export type Part = {
  name: 'needed' | 'shared' | 'snoozed' | 'waiting';
  inbox: Inbox;
  rows: readonly Row[] | undefined;
  title: string;
  /** Says what the conversations are, or what to do with them. */
  text: string;
  count: number;
  /** Whether its title stands above it: it is not the one that its tab names. */
  isTitled?: true;
};

type Props = Pick<RowProps, 'onOpen' | 'onMark'> & {
  part: Part;
  reader: ApprovedProfile;
  chat: string | undefined;
  unsent: ReadonlyMap<string, Unsent>;
  /** What else is done with a conversation at once. */
  further: (row: Row) => ReactNode;
};

/** Shows one part of a list, the longest wait first. */
export function ConversationList({ part, reader, chat, unsent, further, onOpen, onMark }: Props) {
  const { inbox, rows, title, text, count } = part;
  const { query } = inbox;
  const id = useId();
  const isDone = rows?.length === 0 && !query.hasNextPage;
  const heading = useRef<HTMLHeadingElement>(null);
  const isInside = useRef(false);
  const list = useRetainedFocus(rows?.map(({ jobId }) => jobId) ?? []);
  // The last conversation that left has taken the focus with it.
  useEffect(() => {
    if (isDone && isInside.current && document.activeElement === document.body) heading.current?.focus();
  }, [isDone]);
  // The part itself is removed with its last conversation.
  useEffect(
    () => () => {
      if (!isInside.current || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <section
      className="stack"
      data-tight=""
      aria-labelledby={id}
      onFocus={() => {
        isInside.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // Where the focused element is removed, nothing gets the focus.
        isInside.current = relatedTarget === null;
      }}
    >
      <h2 ref={heading} id={id} className={part.isTitled ? 'section-title' : 'visually-hidden'} tabIndex={-1}>
        {title}
        {count > 0 && <span className={styles.count}> {count}</span>}
      </h2>
      {!rows && <NotLoaded query={query} what="messages" heights={Array(6).fill('4rem')} />}
      {isDone && <p className="soft">You’re all caught up.</p>}
      {rows && rows.length > 0 && (
        <>
          <ul ref={list} className={styles.rows} aria-label={`Jobs: ${title}`}>
            {rows.map((row) => (
              <ConversationRow
                key={row.jobId}
                row={row}
                reader={reader}
                isOpen={row.jobId === chat}
                unsent={unsent.get(row.jobId)}
                onOpen={onOpen}
                onMark={onMark}
              >
                {further(row)}
              </ConversationRow>
            ))}
          </ul>
          <p className="soft small">{text}</p>
        </>
      )}
      {query.hasNextPage && (
        <div className="row">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
          {query.isFetchNextPageError && <p role="alert">Couldn’t load more. {query.error?.message}</p>}
        </div>
      )}
    </section>
  );
}
