import { CloudAlert, CloudCheck, CloudOff, CloudUpload, KeyRound } from 'lucide-react';
import { Fragment, use } from 'react';
import { OpenOutboxSheet } from '../../appContexts.ts';
import styles from './LineButton.module.css';
import { type LineLead, lineLead, lineParts } from './lineWords.ts';
import { useHeld, useJobsFrom, useLine } from './useLine.ts';

const icons: Readonly<Record<LineLead, typeof CloudOff>> = {
  offline: CloudOff,
  'not-sent': CloudAlert,
  'sign-in': KeyRound,
  sending: CloudUpload,
  waiting: CloudUpload,
  'all-sent': CloudCheck,
};

/** Sending is announced only after this long. */
const worthAWordMs = 800;
const nothing = { toSend: 0, sending: false, notSent: 0, signIn: 0 };

/**
 * Shows the state of the connection and of the outbox, quietly while all is sent; opens the outbox.
 *
 * @param compact the icon only, while all is sent
 */
export function LineButton({ compact = false }: { compact?: boolean }) {
  const openOutbox = use(OpenOutboxSheet);
  const { reachable, ...known } = useLine();
  const jobsFrom = useJobsFrom();
  const isPassing = /^(sending|waiting)$/.test(lineLead(reachable, known));
  const isWorthAWord = useHeld(isPassing, worthAWordMs);
  const tally = isPassing && !isWorthAWord ? nothing : known;
  const lead = lineLead(reachable, tally);
  const Icon = icons[lead];
  const calm = lead === 'all-sent';
  return (
    <button
      type="button"
      className={styles.line}
      data-line={lead}
      title={compact && calm ? 'Everything sent' : undefined}
      onClick={openOutbox}
    >
      <Icon aria-hidden />
      {compact && calm && <span aria-hidden="true">Outbox</span>}
      <span className={compact && calm ? 'visually-hidden' : styles.words}>
        {lineParts(reachable, tally, jobsFrom).map(({ words, calls }, at) => (
          <Fragment key={words}>
            {at > 0 && ' · '}
            {calls ? <span className={styles.calls}>{words}</span> : words}
          </Fragment>
        ))}
        <span className="visually-hidden">. Open outbox</span>
      </span>
    </button>
  );
}
