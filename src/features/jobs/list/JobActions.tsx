import { type ComponentType, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/job.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useOpenChat } from '../../../ui/openChat.ts';
import { jobName, newMessagesText } from '../jobText.ts';
import styles from './JobActions.module.css';
import type { JobMenuItemsProps } from './JobMenuItems.tsx';

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

/** Offers what is seldom done with one job; its items are loaded when it is first opened. */
export function JobMenu(props: JobMenuItemsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  /** The component of the items, once it is loaded. */
  const [Items, setItems] = useState<ComponentType<JobMenuItemsProps>>();

  async function show() {
    // Rendered on demand, and at once: the browser shows the popover right after this handler.
    flushSync(() => setOpen(true));
    try {
      const { JobMenuItems } = await import('./JobMenuItems.tsx');
      setItems(() => JobMenuItems);
    } catch {
      toast('Couldn’t open the menu. Try again when you’re online.', { tone: 'bad' });
    }
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-expanded={open}
        onClick={() => void show()}
        aria-label={`More actions for ${jobName(props.job)}`}
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
          {Items && <Items {...props} />}
        </div>
      )}
    </>
  );
}
