import { keys } from '../../api/queries.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AllMessages, filterOf } from './AllMessages.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer, needsAnswer, useNeedsAnswer } from './NeedsAnswer.tsx';

/** What waits for the reader's answer, then the messages of all their jobs. */
export function MessagesPage({ search }: { search: MessagesSearch }) {
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
      {!waiting.isPending && <AllMessages search={search} reader={reader} />}
    </div>
  );
}
