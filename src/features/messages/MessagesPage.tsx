import { Link } from '@tanstack/react-router';
import { AlarmClock, AlarmClockOff } from 'lucide';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/queries.ts';
import { sendSnooze } from '../../outbox/sends/sendSnoozes.ts';
import { getOwner } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Tab, Tabs } from '../../ui/Tabs.tsx';
import { ConversationBar } from './ConversationBar.tsx';
import { ConversationList } from './ConversationList.tsx';
import styles from './Conversations.module.css';
import type { Row } from './heldRows.ts';
import type { MessagesSearch } from './messagesSearch.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { dayText } from './snoozed.ts';
import { TakeJob } from './TakeJob.tsx';
import { useChatBeside, useConversations } from './useConversations.ts';
import { useParts } from './useParts.ts';
import { useUnsent } from './useUnsent.ts';

/** Puts a conversation off; 0 takes that back. */
function snooze({ jobId, messages, first }: Row, until: number): void {
  const seen = (messages.at(-1) ?? first).sequence;
  const send = (to: number) => sendSnooze(getOwner(), { jobId, until: to, seen }).catch(toastError);
  void send(until);
  if (until === 0) toast('Back in your list.');
  else
    toast(`Snoozed until ${dayText(until)}`, {
      action: { label: 'Undo', run: () => void send(0) },
      lasts: false,
    });
}

/**
 * Shows the conversations that need the user's answer, or those in which they wait for one: on a desk beside the chat.
 *
 * @param offer shown while a message needs an answer
 */
export function MessagesPage({ offer, ...search }: MessagesSearch & { offer: ReactNode }) {
  const { list, chat } = search;
  const reader = useProfile();
  const { parts, counts, isPending } = useParts(search);
  const unsent = useUnsent(reader.email, chat);
  const [snoozing, setSnoozing] = useState<Row>();
  const rows = parts.flatMap((part) => part.rows ?? []);
  const { row, current, hasNext, open, mark, step, toRow, leave } = useConversations(rows, chat, reader);

  function putOff(of: Row, until: number): void {
    setSnoozing(undefined);
    snooze(of, until);
    leave(of.jobId);
  }
  /** What else is done with a conversation. @param Shown how it is shown: as an icon in a row, with words in the bar */
  function further(of: Row, isInBar: boolean): ReactNode {
    const { name } = parts.find((part) => part.rows?.includes(of)) ?? {};
    if (of.left || !name || name === 'waiting') return null;
    const isOff = name === 'snoozed';
    const label = isOff ? 'End snooze' : 'Snooze';
    const icon = isOff ? AlarmClockOff : AlarmClock;
    const act = () => (isOff ? putOff(of, 0) : setSnoozing(of));
    return (
      <>
        {name === 'shared' && (
          <TakeJob shown={of.first} email={reader.email} variant={isInBar ? 'quiet' : 'secondary'} />
        )}
        {isInBar ? (
          <Button variant="quiet" title={`${label} (H)`} onClick={act}>
            <Icon of={icon} />
            {label}
          </Button>
        ) : (
          <IconButton icon={icon} label={label} onClick={act} />
        )}
      </>
    );
  }
  const bar = (
    <ConversationBar
      row={row}
      reader={reader}
      hasNext={hasNext}
      onMark={() => mark(row)}
      onNext={() => step(1)}
    >
      {row && further(row, true)}
    </ConversationBar>
  );
  useChatBeside(bar, {
    toRow,
    step,
    mark: () => mark(),
    snooze: () => {
      const of = current();
      const { name } = parts.find((part) => of && part.rows?.includes(of)) ?? {};
      if (of && !of.left && (name === 'needed' || name === 'shared')) setSnoozing(of);
    },
    answered: leave,
  });
  return (
    <div className={`page ${styles.page}`}>
      <PageHeading title="Messages" of={parts.map(({ inbox }) => keys.inbox(reader.email, inbox.filter))} />
      <Tabs label="Messages">
        <Tab href="/messages" count={counts.needed} aria-current={list ? undefined : 'page'}>
          Needs your answer
        </Tab>
        <Tab href="/messages?list=waiting" count={counts.waits} aria-current={list && 'page'}>
          Waiting
        </Tab>
      </Tabs>
      {parts.map((part) => (
        <ConversationList
          key={part.name}
          part={part}
          further={(of) => further(of, false)}
          onOpen={open}
          onMark={mark}
          {...{ reader, chat, unsent }}
        />
      ))}
      {!isPending && (
        <>
          <p className="soft small">
            Other chats are in <Link to="/search">search</Link>, and with their jobs.
          </p>
          {!list && rows.length > 0 && offer}
        </>
      )}
      <aside className={styles.nothing} aria-label="Chat">
        {!chat && <p className="soft">Choose a chat.</p>}
      </aside>
      <SnoozeDialog
        open={snoozing !== undefined}
        onClose={() => setSnoozing(undefined)}
        onSnooze={(until) => snoozing && putOff(snoozing, until)}
      />
    </div>
  );
}
