import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys, userStatsQuery } from '../../api/queries.ts';
import { messagesToAnswer } from '../../contract/jobs/job.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { InboxParts } from './InboxParts.tsx';
import { InboxSection, needsAnswer } from './InboxSection.tsx';
import { refreshMs, useInbox } from './useInbox.ts';

/** Jobs that show at first: hardly more than fit on a phone, because everything else stands below them. */
const firstJobs = 7;

/**
 * Shows the messages that need the user's answer, then the other parts of the inbox.
 *
 * @param offer shown while a message needs an answer
 */
export function MessagesPage({ offer }: { offer: ReactNode }) {
  const reader = useProfile();
  const refetchInterval = useIntervalMs(refreshMs);
  const stats = useQuery({ ...userStatsQuery(reader.email), refetchInterval });
  const counts = stats.data?.inbox;
  const inbox = useInbox(reader.email, needsAnswer);
  const isPending = stats.isPending || inbox.isPending;
  return (
    <div className="page" data-narrow="">
      <PageHeading title="Messages" of={[keys.inbox(reader.email, needsAnswer)]} />
      <InboxSection
        reader={reader}
        inbox={inbox}
        title="Needs your answer"
        text="Mark messages as addressed when you’ve handled them. Reading doesn’t mark them."
        count={messagesToAnswer(stats.data)}
        firstJobs={firstJobs}
      />
      {/* Rendered earlier, it would be pushed down by the messages above. */}
      {!isPending && (
        <InboxParts reader={reader} counts={counts ?? {}}>
          {inbox.query.data?.pages.some(({ items }) => items.length > 0) && offer}
        </InboxParts>
      )}
    </div>
  );
}
