import type { Message } from '../../contract/messages/message.ts';
import { captionParts } from '../../format/caption.ts';

type Props = {
  message: Pick<Message, 'fromUserType'>;
  /** The client company of the message's job; empty while it is unknown. */
  company: string;
};

/** Sender and addressee: 'From <company> to EV' for a client's message, 'EV to <company>' for one of staff (§2). */
export function MessageCaption({ message: { fromUserType }, company }: Props) {
  const [before, name, after] = captionParts({ fromUserType, company });
  return (
    <>
      {before}
      <bdi translate="no">{name}</bdi>
      {after}
    </>
  );
}
