import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { OpenOutboxSheet } from '../../appContexts.ts';
import { jobsLink } from '../../features/jobs/list/lastList.ts';
import { useProfile } from '../../session/useSession.ts';
import { chatBeside } from '../../ui/chatBeside.ts';
import { goToNotice } from '../../ui/feedback/Toasts.tsx';
import { getToasts } from '../../ui/feedback/toast.ts';
import { openChat } from '../../ui/openChat.ts';
import { afterKey, areShortcutsOn, pageKeys, type Shortcut } from '../../ui/shortcuts.ts';

/** Maximum time between the keys of one shortcut. */
const pauseMs = 1200;

/** Elements in which letter keys type or select. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

function isMeantForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(fields)) return false;
  return document.querySelector('dialog:modal') === null && areShortcutsOn();
}

/** Returns the key as shortcuts name it, also under Caps Lock, which stays on where drawings are made. */
function keyOf(event: KeyboardEvent): string {
  const isCapital = event.key.length === 1 && event.getModifierState('CapsLock');
  return isCapital ? event.key.toLowerCase() : event.key;
}

/** Focuses the search field of this page, else opens the search for everything. */
function goToSearch(router: AnyRouter): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return void router.navigate({ to: '/search' });
  field.focus();
  field.select();
}

type Actions = Partial<Record<Shortcut, () => unknown>>;

/** Ctrl or ⌘ with K, also while typing. */
function opensCommands({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey || repeat) return false;
  return document.querySelector('dialog:modal') === null && areShortcutsOn();
}

/** Handles the keyboard shortcuts; returns whether their list is open. */
export function useShortcuts(staff: boolean) {
  const profile = useProfile();
  const router = useRouter();
  const openOutbox = use(OpenOutboxSheet);
  const [listed, setListed] = useState(false);
  /** What can be done by keys on every page, while the menu of commands is open. */
  const [commands, setCommands] = useState<Actions | null>(null);
  useEffect(() => {
    const jobOnScreen = () => {
      const { params = {}, search = {} } = router.state.matches.at(-1) ?? {};
      return (params as { jobId?: string }).jobId ?? (search as { chat?: string }).chat;
    };
    const everywhere: Actions = {
      jobs: () =>
        router.navigate(
          jobsLink(profile, router.state.matches.at(-1)?.routeId.includes('/jobs/listing') === true),
        ),
      messages: () => router.navigate({ to: '/messages' }),
      searchPage: () => router.navigate({ to: '/search' }),
      ...(staff && {
        users: () => router.navigate({ to: '/users/listing/$category', params: { category: 'all' } }),
        figures: () => router.navigate({ to: '/figures' }),
      }),
      account: () => router.navigate({ to: '/account' }),
      newJob: () => router.navigate({ to: '/jobs/create' }),
      search: () => goToSearch(router),
      outbox: openOutbox,
      help: () => setListed(true),
    };
    /** What the page on screen has something for. */
    const here = (): Actions => {
      const jobId = jobOnScreen();
      const composer = document.querySelector<HTMLElement>('dialog[open] textarea');
      const beside = chatBeside.get();
      return {
        ...everywhere,
        ...(getToasts().length > 0 && { notice: goToNotice }),
        ...(composer && { chat: () => composer.focus() }),
        ...(jobId && !composer && { chat: () => openChat(router.navigate, jobId) }),
        ...pageKeys.get(),
        ...(beside && {
          nextConversation: () => beside.step(1),
          previousConversation: () => beside.step(-1),
          markConversation: () => beside.mark(),
          snooze: () => beside.snooze(),
        }),
      };
    };

    let begun: readonly string[] = [];
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (opensCommands(event)) {
        event.preventDefault();
        return setCommands(here());
      }
      if (!isMeantForPage(event)) return;
      const after = afterKey(event.timeStamp - last > pauseMs ? [] : begun, keyOf(event));
      last = event.timeStamp;
      begun = 'begun' in after ? after.begun : [];
      if (!('done' in after)) return;
      const action = here()[after.done];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router, staff, profile, openOutbox]);
  return {
    listed,
    close: () => setListed(false),
    commands,
    closeCommands: () => setCommands(null),
  };
}
