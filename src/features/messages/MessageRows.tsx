import type { Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageRows.module.css';

type Props = {
  query: Parameters<typeof LoadMore>[0]['query'] & { isError: boolean; refetch: () => Promise<unknown> };
  messages: readonly Message[] | undefined;
  reader: ApprovedProfile;
  /** Said when there are none. */
  none: string;
  label: string;
};

export function MessageRows({ query, messages, reader, none, label }: Props) {
  if (!messages && query.isError) {
    return (
      <div role="alert" className="stack" data-tight="">
        <p>{query.error?.message}</p>
        <p>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </p>
      </div>
    );
  }
  if (!messages) {
    return (
      <div aria-busy="true" className="stack">
        <Skeleton height="5.5rem" />
        <Skeleton height="5.5rem" />
      </div>
    );
  }
  return (
    <>
      {messages.length === 0 && !query.hasNextPage && <p className="soft">{none}</p>}
      {messages.length > 0 && <Rows messages={messages} reader={reader} label={label} />}
      <LoadMore query={query} />
    </>
  );
}

function Rows({
  messages,
  reader,
  label,
}: { messages: readonly Message[] } & Pick<Props, 'reader' | 'label'>) {
  const list = useKeptFocus(messages.map((message) => message.communicationId));
  return (
    <ul ref={list} className={styles.rows} aria-label={label}>
      {messages.map((message) => (
        <MessageRow key={message.communicationId} message={message} reader={reader} />
      ))}
    </ul>
  );
}
