import { type IconNode, MessageSquare } from 'lucide';
import { type ComponentType, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/jobs/job.ts';
import { isCommandMenuOpen } from '../../../ui/commandMenu.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { askAct } from '../act/rowAct.ts';
import { jobName, newMessagesText } from '../jobText.ts';
import styles from './JobActions.module.css';
import type { JobMenuItemsProps } from './JobMenuItems.tsx';

/** Lucide's `EllipsisVertical` with one element instead of three, because each row has it. */
const more: IconNode = [['path', { d: 'M12 5h0m0 7h0m0 7h0', strokeWidth: 4 }]];

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
      <Icon of={MessageSquare} />
      {newMessages > 0 && <span className={styles.count}>{newMessages}</span>}
    </button>
  );
}

/** Assigns a job to the reader with one press, in words, where a finger presses. */
export function TakeWords({ job }: { job: Job }) {
  return (
    <button type="button" className={styles.take} onClick={() => void askAct('take', [job])}>
      Assign to me
      <span className="visually-hidden">: {jobName(job)}</span>
    </button>
  );
}

type MenuProps<Items> = {
  label: string;
  load: () => Promise<ComponentType<Items & { onClose: () => void }>>;
  items: Items;
  /** Whether the items stay while it is closed, with what they do. */
  lasts?: boolean;
  /** Whether it is that of the page, whose items are commands of it. */
  ofPage?: boolean;
};

/** A button that opens a menu; its items are loaded when it is first opened. */
export function Menu<Items>({ label, load, items, lasts = false, ofPage = lasts }: MenuProps<Items>) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isSought = useSyncExternalStore(isCommandMenuOpen.subscribe, isCommandMenuOpen.get) && ofPage;
  /** The component of the items, once it is loaded. Suspense would show them 300 ms late. */
  const [Loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();

  useEffect(() => {
    if (isSought)
      load().then(
        (component) => setLoaded(() => component),
        () => undefined,
      );
  }, [isSought, load]);

  async function show() {
    // Rendered on demand, and at once: the browser shows the popover right after this handler.
    flushSync(() => setOpen(true));
    try {
      const component = await load();
      setLoaded(() => component);
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
        aria-label={label}
        title="More actions"
      >
        <Icon of={more} />
      </button>
      {(open || isSought || (lasts && Loaded)) && (
        <div
          id={id}
          ref={menu}
          popover="auto"
          className={styles.menu}
          onToggle={({ newState }) => setOpen(newState === 'open')}
        >
          {Loaded && <Loaded {...items} onClose={() => menu.current?.hidePopover()} />}
        </div>
      )}
    </>
  );
}

const loadItems = () => import('./JobMenuItems.tsx').then(({ JobMenuItems }) => JobMenuItems);

/** Returns the props of a `Menu` of what is seldom done with one job. */
export function jobMenu(items: JobMenuItemsProps): MenuProps<JobMenuItemsProps> {
  const label = `More actions for ${jobName(items.job)}`;
  return { label, load: loadItems, items, ofPage: items.onPrint !== undefined };
}
