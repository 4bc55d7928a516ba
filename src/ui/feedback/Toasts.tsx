import { X } from 'lucide';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../Button.tsx';
import { isComposing } from '../form/isComposing.ts';
import styles from './Toasts.module.css';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './toast.ts';

const shownMs = 6000;
/** Long enough to read, decide and get there, with the keyboard too. */
const shownWithActionMs = 20_000;

function ToastCard({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  useEffect(() => {
    if (toast.lasts || isPaused) return;
    const forMs = toast.action ? shownWithActionMs : shownMs;
    const timer = setTimeout(() => dismissToast(toast.id), forMs);
    return () => clearTimeout(timer);
  }, [toast, isPaused]);
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

/** What had the focus before it went to a toast. */
let cameFrom: HTMLElement | null = null;

/** Moves the focus to the newest toast, which is behind the whole page by Tab. */
export function goToNotice(): void {
  const newest = [...document.querySelectorAll<HTMLElement>(`.${styles.toast}`)].at(-1);
  if (!newest || newest.contains(document.activeElement)) return;
  cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  newest.querySelector('button')?.focus();
}

/** Dismisses the newest toast on Escape, unless Escape closes something else. */
function useEscape(region: RefObject<HTMLElement | null>, newest: string | undefined): void {
  useEffect(() => {
    if (newest === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
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

/** Returns where toasts can be pressed: inside the topmost modal dialog, if any. */
function useHost(newest: string | undefined): Element {
  const [host, setHost] = useState(topmost);
  useEffect(() => {
    if (newest === undefined) return;
    const update = () => setHost(topmost());
    update();
    // A dialog opens, closes or is removed with its page.
    const observer = new MutationObserver(update);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [newest]);
  return host;
}

function buttonsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll('button')];
}

/** The toasts, in the top layer, so that no dialog covers them. They stay while hovered or focused. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts);
  const [isPaused, setPaused] = useState(false);
  const region = useRef<HTMLElement>(null);
  /** The number of the button that had the focus when the element of the last host was removed, or -1. */
  const focused = useRef(-1);
  const place = useCallback((element: HTMLElement) => {
    region.current = element;
    return () => {
      focused.current = buttonsOf(element).indexOf(document.activeElement as HTMLElement);
    };
  }, []);
  const newest = toasts.at(-1)?.id;
  const host = useHost(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a replaced element gets no leave events.
  useEffect(() => setPaused(false), [host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another host has another element.
  useEffect(() => {
    const element = region.current;
    // Removed with a dialog, it is rendered elsewhere next.
    if (!element?.isConnected) return;
    // Shown again with each toast, to cover what opened since.
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined) element.showPopover();
    else setPaused(false);
    if (document.activeElement === document.body) buttonsOf(element)[focused.current]?.focus();
    focused.current = -1;
  }, [newest, host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the toast that had it, the focus is gone.
  useEffect(() => {
    if (!cameFrom || region.current?.contains(document.activeElement)) return;
    if (document.activeElement === document.body) cameFrom.focus();
    cameFrom = null;
  }, [toasts]);
  useEscape(region, newest);
  return createPortal(
    <section
      ref={place}
      popover="manual"
      aria-label="Notices"
      className={styles.region}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isPaused={isPaused} />
      ))}
    </section>,
    host,
  );
}
