import type { Message } from '../contract/message.ts';
import { captionParts } from '../format/caption.ts';

/** Who spoke to whom: 'From <company> to EV' for a client's message, 'EV to <company>' for one of staff (§2). */
export function MessageCaption({ message }: { message: Pick<Message, 'fromUserType' | 'company'> }) {
  const [before, company, after] = captionParts(message);
  return (
    <>
      {before}
      <bdi>{company}</bdi>
      {after}
    </>
  );
}
