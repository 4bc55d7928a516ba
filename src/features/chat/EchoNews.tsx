import { useEffect, useRef, useState } from 'react';
import { markWords, stateWords } from '../../outbox/marks.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { isHeld } from '../../outbox/sending/waits.ts';

const longestSaid = 60;

type Known = ReadonlyMap<number, { mark: Echo['mark']; content: string }>;

function knownOf(echoes: readonly Echo[]): Known {
  return new Map(echoes.map(({ record, mark }) => [record.seq, { mark, content: record.payload.content }]));
}

/** What has become of the messages since: each as a sentence. */
function newsOf(before: Known, echoes: readonly Echo[], records: readonly OutboxRecord[]): string[] {
  const now = knownOf(echoes);
  const arrived = new Set(records.flatMap(({ seq, state }) => (state === 'acked' ? seq : [])));
  const sent = [...before].filter(([seq, { mark }]) => {
    // What a person takes away was not on its way.
    const wasGoing = mark === 'sending' || mark === 'checking';
    const isGone = !now.has(seq) && mark !== 'sent' && (wasGoing || arrived.has(seq));
    return isGone || (mark !== 'sent' && now.get(seq)?.mark === 'sent');
  });
  const refused = echoes.filter(({ record, mark }) => {
    const last = before.get(record.seq)?.mark;
    return mark === 'not-sent' && last !== undefined && last !== mark && !isHeld(record);
  });
  const words = (content: string) => content.slice(0, longestSaid);
  return [
    ...sent.map(([, { content }]) => `${markWords.sent}: ${words(content)}`),
    ...refused.map(({ record }) => `${stateWords(record, [record])} ${words(record.payload.content)}`),
  ];
}

type Props = { echoes: readonly Echo[]; records: readonly OutboxRecord[] };

/** Tells a screen reader when a message of the reader's was sent, and when it was not. */
export function EchoNews({ echoes, records }: Props) {
  const known = useRef(knownOf(echoes));
  const [said, setSaid] = useState('');
  useEffect(() => {
    const news = newsOf(known.current, echoes, records);
    known.current = knownOf(echoes);
    if (news.length > 0) setSaid(news.join('. '));
  }, [echoes, records]);
  return <output className="visually-hidden">{said}</output>;
}
