import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type IconNode, KeyRound } from 'lucide';
import { Fragment, use } from 'react';
import { OpenOutboxSheet } from '../../appContexts.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ConnectionButton.module.css';
import {
  type ConnectionLead,
  connectionLead,
  connectionParts,
  isPassing,
  withoutPassing,
} from './connectionText.ts';
import { useConnectionState, useDebounced, useJobsReadAt } from './useConnectionState.ts';

const icons: Readonly<Record<ConnectionLead, IconNode>> = {
  offline: CloudOff,
  'not-sent': CloudAlert,
  'sign-in': KeyRound,
  sending: CloudUpload,
  waiting: CloudUpload,
  'all-sent': CloudCheck,
};

/** Sending is announced only after this long. */
const worthAWordMs = 800;

/**
 * Shows the state of the connection and of the outbox, quietly while all is sent; opens the outbox.
 *
 * @param compact the icon only, while all is sent
 */
export function ConnectionButton({ compact = false }: { compact?: boolean }) {
  const openOutbox = use(OpenOutboxSheet);
  const { reachable, ...known } = useConnectionState();
  const jobsFrom = useJobsReadAt();
  const isWorthAWord = useDebounced(isPassing(reachable, known), worthAWordMs);
  const tally = isWorthAWord ? known : withoutPassing(reachable, known);
  const lead = connectionLead(reachable, tally);
  const icon = icons[lead];
  const isQuiet = compact && lead === 'all-sent';
  return (
    <button
      type="button"
      className={styles.line}
      data-line={lead}
      title={isQuiet ? 'Everything sent' : undefined}
      onClick={openOutbox}
    >
      <Icon of={icon} />
      {isQuiet && <span aria-hidden="true">Outbox</span>}{' '}
      <span className={isQuiet ? 'visually-hidden' : styles.words}>
        {connectionParts(reachable, tally, jobsFrom).map(({ text, calls }, at) => (
          <Fragment key={text}>
            {at > 0 && ' · '}
            {calls ? <span className={styles.calls}>{text}</span> : text}
          </Fragment>
        ))}
        <span className="visually-hidden">. Open outbox</span>
      </span>
    </button>
  );
}
