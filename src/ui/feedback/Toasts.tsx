import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../Button.tsx';
import styles from './Toasts.module.css';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './toast.ts';

const shownMs = 6000;
/** Long enough to read, decide and get there, with the keyboard too. */
const shownWithActionMs = 20_000;

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (toast.lasts || held) return;
    const forMs = toast.action ? shownWithActionMs : shownMs;
    const timer = setTimeout(() => dismissToast(toast.id), forMs);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <div className={styles.toast} data-tone={toast.tone} role={toast.tone === 'bad' ? 'alert' : 'status'}>
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <Button
          variant="quiet"
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} label="Dismiss" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

/** Escape takes the newest notice away, unless something else is there for it to close. */
function useEscape(region: RefObject<HTMLElement | null>, newest: string | undefined): void {
  useEffect(() => {
    if (newest === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const inside = event.target instanceof Node && region.current?.contains(event.target);
      if (!inside && document.querySelector('dialog[open], [popover="auto"]:popover-open')) return;
      dismissToast(newest);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [region, newest]);
}

function topmost(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}

/** Where a notice can be pressed: while a dialog is modal, nothing outside of it can. */
function useHost(newest: string | undefined): Element {
  const [host, setHost] = useState(topmost);
  useEffect(() => {
    if (newest === undefined) return;
    const look = () => setHost(topmost());
    look();
    // A dialog opens, closes or goes with its page.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [newest]);
  return host;
}

/** Where toasts appear: in the top layer, so that a dialog does not cover them. They wait while pointed at or focused. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  const host = useHost(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another place it is another element.
  useEffect(() => {
    const element = region.current;
    // It may have gone with a dialog: then it is drawn elsewhere next.
    if (!element?.isConnected) return;
    // Shown anew with each toast, to lie above what opened since.
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined) element.showPopover();
    else setHeld(false);
  }, [newest, host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an element that was replaced is left by nobody.
  useEffect(() => setHeld(false), [host]);
  useEscape(region, newest);
  return createPortal(
    <section
      ref={region}
      popover="manual"
      aria-label="Notices"
      className={styles.region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </section>,
    host,
  );
}
