import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AllMessages } from './AllMessages.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer, useNeedsAnswer } from './NeedsAnswer.tsx';

/** What waits for the reader's answer, then the messages of all their jobs. */
export function MessagesPage({ search }: { search: MessagesSearch }) {
  const reader = useProfile();
  const needsAnswer = useNeedsAnswer(reader.email);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        note="Reading a message does not handle it: mark it addressed when it is done."
      />
      <NeedsAnswer reader={reader} query={needsAnswer} />
      {/* Drawn earlier, it would be pushed down by what turns out to wait. */}
      {!needsAnswer.isPending && <AllMessages search={search} reader={reader} />}
    </div>
  );
}
