import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AllMessages } from './AllMessages.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer } from './NeedsAnswer.tsx';

/** What waits for the reader's answer, then the messages of all their jobs. */
export function MessagesPage({ search }: { search: MessagesSearch }) {
  const reader = useProfile();
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        note="Reading a message does not handle it: mark it addressed when it is done."
      />
      <NeedsAnswer reader={reader} />
      <AllMessages search={search} reader={reader} />
    </div>
  );
}
