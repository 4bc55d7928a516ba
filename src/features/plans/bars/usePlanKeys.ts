import { useEffect, useEffectEvent } from 'react';
import { isOfDialog } from '../isOfDialog.ts';
import type { PartPurpose } from './PartBar.tsx';

/** What is open above the page. */
export type Bar = 'find' | PartPurpose;

/** What Ctrl or ⌘ opens with a letter: the browser would search, and print, the page around what is drawn. */
const barOfKey: Readonly<Record<string, Bar>> = { f: 'find', p: 'print' };

type Options = {
  page: number;
  pageCount: number;
  bar: Bar | undefined;
  onBar: (bar: Bar) => void;
  onCloseBar: () => void;
  onOpen: (page: number, how: 'turn' | 'jump') => void;
};

/** Turns pages and opens bars by keys, wherever the focus is on the page: nothing else is on it. */
export function usePlanKeys({ page, pageCount, bar, onBar, onCloseBar, onOpen }: Options): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || isOfDialog(event)) return;
    const opened = isCommand ? barOfKey[key.toLowerCase()] : undefined;
    if (opened) {
      event.preventDefault();
      onBar(opened);
      if (opened === 'find' && bar === 'find') typeAnew();
      return;
    }
    if (key === 'Escape' && bar) return onCloseBar();
    if (target instanceof HTMLInputElement || isCommand || altKey) return;
    const [next, how] = pageOfKey(key, page, pageCount);
    if (how === undefined) return;
    event.preventDefault();
    onOpen(next, how);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Leads back to the search that is open, as a browser's own does. */
function typeAnew(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]:not(dialog *)');
  field?.focus();
  field?.select();
}

/** Returns the page to which a key leads, and how; no `how` for any other key. */
function pageOfKey(key: string, page: number, pageCount: number): [next: number, how?: 'turn' | 'jump'] {
  if (key === 'PageUp') return [page - 1, 'turn'];
  if (key === 'PageDown') return [page + 1, 'turn'];
  if (key === 'Home') return [1, 'jump'];
  if (key === 'End') return [pageCount, 'jump'];
  return [page];
}
