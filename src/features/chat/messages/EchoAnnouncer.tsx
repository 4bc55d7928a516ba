import { useEffect, useRef } from 'react';
import type { Message } from '../../../contract/messages/message.ts';
import type { Echo } from '../../../outbox/queries/echoes.ts';
import { useAnnouncer } from '../../../ui/feedback/useAnnouncer.tsx';
import { echoNews } from './echoNews.ts';

type Props = { echoes: readonly Echo[]; messages: readonly Message[] };

/** Announces to screen readers that a message of the reader was sent or refused. */
export function EchoAnnouncer({ echoes, messages }: Props) {
  const known = useRef(echoes);
  const { announcer, announce } = useAnnouncer();
  useEffect(() => {
    const news = echoNews(known.current, echoes, messages);
    known.current = echoes;
    if (news.length > 0) announce(news.join('. '));
  }, [echoes, messages, announce]);
  return announcer;
}
