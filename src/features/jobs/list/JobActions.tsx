import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/job.ts';
import { useOpenChat } from '../../../ui/openChat.ts';
import { jobName, newMessagesText } from '../jobText.ts';
import styles from './JobActions.module.css';

/** Lucide's icons, drawn by hand: a component of Lucide costs a row half as much as all of its text. */
const icons = {
  chat: {
    strokeWidth: 2,
    d: 'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z',
  },
  more: { strokeWidth: 4, d: 'M12 5h0m0 7h0m0 7h0' },
} as const;

function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path {...icons[name]} />
    </svg>
  );
}

/** Opens a job's chat in the panel, and shows how many new messages are in it. */
export function OpenChatButton({ job }: { job: Pick<Job, 'jobId' | 'project' | 'newMessages'> }) {
  const openChat = useOpenChat();
  const { newMessages } = job;
  const news = newMessages > 0 ? `, ${newMessagesText(newMessages)}` : '';
  return (
    <button
      type="button"
      className={styles.button}
      title={`Open chat${news}`}
      aria-label={`Open chat for ${jobName(job)}${news}`}
      data-new={newMessages > 0 || undefined}
      onClick={() => openChat(job.jobId)}
    >
      <Icon name="chat" />
      {newMessages > 0 && <span className={styles.count}>{newMessages}</span>}
    </button>
  );
}

type AtHandComponent = typeof import('../AtHand.tsx').AtHand;
type JobMenuProps = {
  job: Pick<Job, 'jobId' | 'project' | 'status' | 'address' | 'jobReporterDetails'>;
  /** Whether it also offers what the job's page has buttons for: directions, a call, and a revision of a completed job. */
  inList?: boolean;
};

/** Offers the way to a job, a call to its client, a new job like this one, and a revision of it. */
export function JobMenu({ job, inList = true }: JobMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  /** The component of its first items, once it is loaded. */
  const [AtHand, setAtHand] = useState<AtHandComponent>();
  const { jobId, status } = job;

  function show() {
    // Rendered on demand, and at once: the browser shows the popover right after this handler.
    flushSync(() => setOpen(true));
    if (inList)
      import('../AtHand.tsx').then(
        (module) => setAtHand(() => module.AtHand),
        () => undefined,
      );
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-expanded={open}
        onClick={show}
        aria-label={`More actions for ${jobName(job)}`}
        title="More actions"
      >
        <Icon name="more" />
      </button>
      {open && (
        <div
          id={id}
          popover="auto"
          className={styles.menu}
          onToggle={({ newState }) => setOpen(newState === 'open')}
        >
          {AtHand && <AtHand job={job} variant="quiet" />}
          <Link to="/jobs/create" search={{ templateOf: jobId }}>
            Use as template
          </Link>
          {inList && status === 'COMPLETED' && (
            <Link to="/jobs/create" search={{ revisionOf: jobId }}>
              Request revision
            </Link>
          )}
        </div>
      )}
    </>
  );
}
