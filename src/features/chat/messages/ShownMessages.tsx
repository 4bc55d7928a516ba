import { Fragment } from 'react';
import type { Message } from '../../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { dayName, exactDay, machineTime } from '../../../format/date.ts';
import { useServerTicking } from '../../../ui/useTicking.ts';
import styles from '../Conversation.module.css';
import { type Delivery, DeliveryLine } from './DeliveryLine.tsx';
import { MessageBubble } from './MessageBubble.tsx';

type Props = {
  messages: readonly Message[];
  deliveries: readonly Delivery[];
  jobId: string;
  /** The message that the "New" divider stands above. */
  dividerAt: string | undefined;
  reader: ApprovedProfile;
  /** The client company of the job. */
  company: string;
  /** The message that was found in the chat. */
  current: string | undefined;
};

type Shown = { seconds: number } & ({ message: Message } | { delivery: Delivery });

/** Returns messages in their order, and each delivery before the first message that is later. */
function inOrder(messages: readonly Message[], deliveries: readonly Delivery[]): Shown[] {
  const left = deliveries.map((delivery): Shown => ({ seconds: delivery.seconds, delivery }));
  const before = (seconds: number) => left.splice(0, left.filter((one) => one.seconds < seconds).length);
  const shown = messages.flatMap((message) => {
    const { createdTimestamp: seconds } = message;
    return [...before(seconds), { seconds, message }];
  });
  return [...shown, ...left];
}

/** Messages, and what was delivered between them, under the names of their days. */
export function ShownMessages(props: Props) {
  const { messages, deliveries, jobId, dividerAt, reader, company, current } = props;
  const shown = inOrder(messages, deliveries);
  return shown.map((one, at) => {
    const before = shown[at - 1];
    return (
      <Fragment key={'message' in one ? one.message.communicationId : one.delivery.key}>
        {(!before || exactDay(before.seconds) !== exactDay(one.seconds)) && (
          <h3 className={styles.day}>
            <time dateTime={machineTime(one.seconds).slice(0, 10)}>
              <DayName seconds={one.seconds} />
            </time>
          </h3>
        )}
        {'message' in one ? (
          <>
            {one.message.communicationId === dividerAt && <p className={styles.divider}>New</p>}
            <MessageBubble
              message={one.message}
              reader={reader}
              company={company}
              isFound={one.message.communicationId === current}
            />
          </>
        ) : (
          <DeliveryLine jobId={jobId} delivery={one.delivery} />
        )}
      </Fragment>
    );
  });
}

/** A day's name; 'Today' becomes 'Yesterday' at midnight. */
function DayName({ seconds }: { seconds: number }) {
  return useServerTicking((now) => dayName(seconds, now));
}
