import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import styles from './Bubble.module.css';

/** Says that a message is a part of an email, and shows the whole text on request. */
export function WholeText({ communicationId }: { communicationId: string }) {
  const [isOpened, setIsOpened] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['wholeText', communicationId],
    queryFn: ({ signal }) => call('wholeText', { params: { communicationId }, signal }),
    enabled: isOpened,
    // The text of an email never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details
      className={`small ${styles.whole}`}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
    >
      <summary>Shortened. Show whole email</summary>
      {data ? (
        <LinkedText text={data.text} />
      ) : (
        <p className="soft">
          {isError ? 'Couldn’t load the email. Close this and open it again to try again.' : 'Loading email…'}
        </p>
      )}
    </details>
  );
}
