import type { ReactNode } from 'react';
import { keys } from '../../api/queries.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AllMessages, filterOf } from './AllMessages.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer, needsAnswer, useNeedsAnswer } from './NeedsAnswer.tsx';

/**
 * What waits for the reader's answer, then the messages of all their jobs.
 *
 * @param offer shown to whoever has a message that waits
 */
export function MessagesPage({ search, offer }: { search: MessagesSearch; offer: ReactNode }) {
  const reader = useProfile();
  const waiting = useNeedsAnswer(reader.email);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        of={[keys.inbox(reader.email, needsAnswer), keys.inbox(reader.email, filterOf(search))]}
        note="Reading a message does not handle it: mark it addressed when it is done."
      />
      <NeedsAnswer reader={reader} query={waiting} />
      {/* Drawn earlier, it would be pushed down by what turns out to wait. */}
      {!waiting.isPending && (
        <>
          {waiting.data?.pages.some(({ items }) => items.length > 0) && offer}
          <AllMessages search={search} reader={reader} />
        </>
      )}
    </div>
  );
}
