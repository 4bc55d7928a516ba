import { useQuery } from '@tanstack/react-query';
import { Check, CircleDashed, CloudUpload } from 'lucide';
import { useSyncExternalStore } from 'react';
import { jobQuery } from '../../../api/queries.ts';
import type { Message, ShotRef } from '../../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { waitingAnswers } from '../../../outbox/kinds/messageKind.ts';
import { isOnItsWay } from '../../../outbox/kinds/sendState.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { answerShot, askedShotMark } from '../../../outbox/sends/sendShots.ts';
import { getOwner } from '../../../session/session.ts';
import { PhotoButtons } from '../../../ui/files/PhotoButtons.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import styles from './AskedShots.module.css';

const icons = { Added: Check, 'On its way': CloudUpload, Missing: CircleDashed };

/** Returns a text without the lines that name the shots, which the list below it shows. */
function withoutNames(content: string, asks: readonly ShotRef[]): string {
  const lines = new Set(asks.map(({ name }) => askedShotMark + name));
  return content
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n');
}

type Props = { message: Message; asks: readonly ShotRef[]; reader: ApprovedProfile };

/** A message that asks for shots: its text, and each shot with its state and a camera while it is missing. */
export function AskedShots({ message, asks, reader }: Props) {
  const { jobId, toUserId } = message;
  const { data: job } = useQuery(jobQuery(jobId));
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const attachments = job?.attachments ?? [];
  const here = new Set(attachments.map(({ shot }) => shot?.shotId));
  const answers = waitingAnswers({ jobId, attachments }, records).filter(isOnItsWay);
  const waiting = new Set(answers.map(({ payload }) => payload.shot));
  // Only staff ask, and always the reporter.
  const addressed = { jobId, jobReporter: toUserId, assignedTo: job?.assignedTo ?? '' };

  function stateOf(shotId: string): keyof typeof icons {
    if (here.has(shotId)) return 'Added';
    return waiting.has(shotId) ? 'On its way' : 'Missing';
  }
  return (
    <>
      <LinkedText text={withoutNames(message.content, asks)} />
      <ul className={styles.asked} aria-label="Photos asked for">
        {asks.map((shot) => {
          const { shotId, name } = shot;
          const state = stateOf(shotId);
          const icon = icons[state];
          return (
            <li key={shotId} className={styles.shot}>
              <Icon of={icon} />
              <p className={styles.name}>
                <span dir="auto">{name}</span> <span className="soft small">{state}</span>
              </p>
              {state === 'Missing' && (
                <PhotoButtons
                  small
                  subject={name}
                  onPhotos={(photos) => answerShot(getOwner(), addressed, reader, shot, photos)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
