import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../format/counted.ts';
import type { Echo } from '../../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { sendStateText, sendStateTexts } from '../../../outbox/sendState.ts';

const maxAnnouncedLength = 60;

type Known = ReadonlyMap<number, { mark: Echo['mark']; content: string; addressed: number }>;

function knownOf(echoes: readonly Echo[]): Known {
  return new Map(
    echoes.map(({ record: { seq, payload, leads = [] }, mark }) => [
      seq,
      { mark, content: payload.content, addressed: leads.length },
    ]),
  );
}

/** Returns a sentence for each message that was sent or refused since `before`. */
function newsOf(before: Known, echoes: readonly Echo[], records: readonly OutboxRecord[]): string[] {
  const now = knownOf(echoes);
  const arrived = new Set(records.flatMap(({ seq, state }) => (state === 'acked' ? seq : [])));
  const sent = [...before].filter(([seq, { mark }]) => {
    // A message that is gone without having been in flight was deleted.
    const wasInFlight = mark === 'sending' || mark === 'checking';
    const isGone = !now.has(seq) && mark !== 'sent' && (wasInFlight || arrived.has(seq));
    return isGone || (mark !== 'sent' && now.get(seq)?.mark === 'sent');
  });
  const refused = echoes.filter(({ record, mark }) => {
    const last = before.get(record.seq)?.mark;
    return mark === 'not-sent' && last !== undefined && last !== mark;
  });
  const quoted = (content: string) => content.slice(0, maxAnnouncedLength);
  return [
    ...sent.flatMap(([, { content, addressed }]) => [
      `${sendStateTexts.sent}: ${quoted(content)}`,
      ...(addressed > 0 ? [`${counted(addressed, 'message')} marked as addressed`] : []),
    ]),
    ...refused.map(({ record }) => `${sendStateText(record, [record])} ${quoted(record.payload.content)}`),
  ];
}

type Props = { echoes: readonly Echo[]; records: readonly OutboxRecord[] };

/** Announces to screen readers that a message of the reader was sent or refused. */
export function EchoAnnouncer({ echoes, records }: Props) {
  const known = useRef(knownOf(echoes));
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const news = newsOf(known.current, echoes, records);
    known.current = knownOf(echoes);
    if (news.length > 0) setAnnounced(news.join('. '));
  }, [echoes, records]);
  return <output className="visually-hidden">{announced}</output>;
}
