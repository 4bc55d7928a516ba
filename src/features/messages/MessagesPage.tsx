import { useInfiniteQuery } from '@tanstack/react-query';
import { inboxQuery } from '../../api/queries.ts';
import type { Message } from '../../contract/message.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { MessageRows } from './MessageRows.tsx';
import type { MessagesSearch } from './messagesSearch.ts';

const refreshMs = 30_000;

function itemsOf(query: { data?: { pages: { items: Message[] }[] } | undefined }): Message[] | undefined {
  return query.data?.pages.flatMap((page) => page.items);
}

/** What waits for the reader's answer, then the messages of all their jobs, newest first. */
export function MessagesPage({ show }: { show: MessagesSearch['show'] | undefined }) {
  const reader = useProfile();
  const waiting = useInfiniteQuery({
    ...inboxQuery(reader.email, { status: 'NEW', toMe: true }),
    refetchInterval: refreshMs,
  });
  const inbox = useInfiniteQuery({
    ...inboxQuery(reader.email, show === 'all' ? {} : { status: 'NEW' }),
    refetchInterval: refreshMs,
  });
  const toAnswer = itemsOf(waiting);
  const above = new Set(toAnswer?.map((message) => message.communicationId));
  const others = itemsOf(inbox)?.filter((message) => !above.has(message.communicationId));
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        note="Reading a message does not handle it: mark it addressed when it is done."
      />
      <section className="stack" aria-labelledby="to-answer">
        <h2 id="to-answer" className="section-title">
          Needs an answer
        </h2>
        <MessageRows
          query={waiting}
          messages={toAnswer}
          reader={reader}
          none="Nothing waits for your answer."
          label="Messages that need an answer"
        />
      </section>
      <section className="stack" aria-labelledby="inbox">
        <h2 id="inbox">Everything else</h2>
        <Tabs label="Which messages">
          <TabLink to="/messages" search={{}} activeOptions={{ exact: true, includeSearch: true }}>
            New
          </TabLink>
          <TabLink
            to="/messages"
            search={{ show: 'all' }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            All
          </TabLink>
        </Tabs>
        <MessageRows
          query={inbox}
          messages={others}
          reader={reader}
          none={show === 'all' ? 'No other messages.' : 'No other new messages.'}
          label="Messages of all jobs"
        />
      </section>
    </div>
  );
}
