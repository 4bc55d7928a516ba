import { useEffect, useRef } from 'react';
import type { StaffNote } from '../../../contract/messages/note.ts';
import { sendStateText } from '../../../outbox/kinds/sendState.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { getOwner } from '../../../session/session.ts';
import { useAnnouncer } from '../../../ui/feedback/useAnnouncer.tsx';
import type { NoteEcho } from './useNotes.ts';

const maxAnnouncedLength = 300;

type Props = {
  notes: readonly StaffNote[] | undefined;
  waiting: readonly NoteEcho[];
  records: readonly OutboxRecord[];
};

/** Announces to screen readers the notes of others as they arrive, and what becomes of the user's own. */
export function NoteAnnouncer({ notes, waiting, records }: Props) {
  const known = useRef<ReadonlySet<string>>(null);
  const refused = useRef<ReadonlySet<string>>(new Set());
  const { announcer, announce } = useAnnouncer();
  useEffect(() => {
    if (!notes) {
      // The server may refuse to show them from now on.
      announce('');
      return;
    }
    const before = known.current;
    known.current = new Set(notes.map(({ noteId }) => noteId));
    // What is there at first is no news.
    if (!before) return;
    const own = getOwner()?.email;
    const news = notes.filter(({ noteId }) => !before.has(noteId)).toReversed();
    const texts = news.map(({ fromUserId, fromUserName, content }) =>
      fromUserId === own
        ? 'Note added.'
        : `Note from ${fromUserName}: ${content.slice(0, maxAnnouncedLength)}`,
    );
    if (texts.length > 0) announce(texts.join(' '));
  }, [notes, announce]);
  useEffect(() => {
    const now = waiting.filter(({ mark }) => mark === 'not-sent').map(({ record }) => record);
    const news = now.filter(({ clientId }) => !refused.current.has(clientId));
    refused.current = new Set(now.map(({ clientId }) => clientId));
    if (news.length > 0) announce(news.map((record) => sendStateText(record, records)).join(' '));
  }, [waiting, records, announce]);
  return announcer;
}
