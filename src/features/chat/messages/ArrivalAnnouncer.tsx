import { useEffect, useRef } from 'react';
import type { Reader } from '../../../contract/messages/marking.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { useAnnouncer } from '../../../ui/feedback/useAnnouncer.tsx';
import { arrivalNews, lastSequence } from './arrivalNews.ts';

/** Announces the other side's messages to screen readers while the conversation is open. */
export function ArrivalAnnouncer({ messages, reader }: { messages: readonly Message[]; reader: Reader }) {
  const known = useRef<number>(null);
  const { announcer, announce } = useAnnouncer();
  useEffect(() => {
    const last = lastSequence(messages);
    // What is there at first is no news.
    const before = known.current ?? last;
    known.current = Math.max(before, last);
    const news = arrivalNews(before, messages, reader);
    if (news) announce(news);
  }, [messages, reader, announce]);
  return announcer;
}
