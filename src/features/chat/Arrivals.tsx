import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../contract/message.ts';
import { isOwnSide, type Reader } from './conversation.ts';

const longestSaid = 300;

function words(message: Message): string {
  const from = message.fromUserName ? `Message from ${message.fromUserName}: ` : 'New message: ';
  return from + message.content.slice(0, longestSaid);
}

/** Tells a screen reader what the other side says while the conversation is open. */
export function Arrivals({ messages, reader }: { messages: readonly Message[]; reader: Reader }) {
  const newest = messages.at(-1);
  const known = useRef(newest?.sequence);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!newest || newest.sequence === known.current) return;
    known.current = newest.sequence;
    if (!isOwnSide(newest, reader)) setSaid(words(newest));
  }, [newest, reader]);
  return <output className="visually-hidden">{said}</output>;
}
