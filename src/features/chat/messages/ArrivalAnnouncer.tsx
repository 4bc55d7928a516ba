import { useEffect, useRef, useState } from 'react';
import { isOwnSide, type Reader } from '../../../contract/messages/marking.ts';
import type { Message } from '../../../contract/messages/message.ts';

const maxAnnouncedLength = 300;

function announcement(message: Message): string {
  const from = message.fromUserName ? `Message from ${message.fromUserName}: ` : 'New message: ';
  return from + message.content.slice(0, maxAnnouncedLength);
}

/** Announces the other side's messages to screen readers while the conversation is open. */
export function ArrivalAnnouncer({ messages, reader }: { messages: readonly Message[]; reader: Reader }) {
  const newest = messages.at(-1);
  const known = useRef(newest?.sequence);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (!newest || newest.sequence === known.current) return;
    known.current = newest.sequence;
    if (!isOwnSide(newest, reader)) setAnnounced(announcement(newest));
  }, [newest, reader]);
  return <output className="visually-hidden">{announced}</output>;
}
