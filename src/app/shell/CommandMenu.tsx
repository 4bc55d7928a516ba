import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '../../ui/afterPaint.ts';
import { isCommandMenuOpen } from '../../ui/commandMenu.ts';
import { type Command, CommandDialog } from '../../ui/dialog/CommandDialog.tsx';
import { pageKeys, type Shortcut, shortcuts } from '../../ui/shortcuts.ts';

/** What the frame has is named by its shortcut, where there is one. */
const named = ['Jobs', 'New job', 'Messages', 'Search', 'Users', 'Reports', 'Account'];
const longestName = 80;

/** Whether a control can be pressed now: in sight, or in a menu of the page. Those of single rows are not commands of the page. */
function isCommand(control: HTMLElement): boolean {
  if (control.closest('tbody, article, [data-index], [role="log"], dialog')) return false;
  if (control.matches(':disabled, [aria-disabled="true"], [popovertarget], [aria-current="page"]'))
    return false;
  return control.checkVisibility() || control.closest('[popover]') !== null;
}

function nameOf(control: HTMLElement): string {
  // What a long button shows now.
  const words = control.querySelector('[data-shown]') ?? control;
  const name = control.getAttribute('aria-label') ?? words.textContent ?? '';
  return name.replace(/\s+/g, ' ').trim();
}

/** Returns what can be pressed on the page and in the frame, by its name. */
function commandsOnScreen(): Command[] {
  const selector = ['main', '[data-frame]'].map((part) => `${part} :is(a[href], button, summary)`).join();
  const byName = new Map<string, Command>();
  for (const control of document.querySelectorAll<HTMLElement>(selector)) {
    const name = nameOf(control);
    const isNamed = control.closest('[data-frame]') !== null && named.some((one) => name.startsWith(one));
    if (!name || name.length > longestName || isNamed || byName.has(name) || !isCommand(control)) continue;
    byName.set(name, { name, run: () => control.click() });
  }
  return [...byName.values()];
}

type Props = {
  /** What the shortcuts of every page do. */
  actions: Partial<Record<Shortcut, () => unknown>>;
  onClose: () => void;
};

/** Everything that the user may do here, by name: the keys and what stands on the screen, whose rights are therefore those of the page. */
export function CommandMenu({ actions, onClose }: Props) {
  const [onScreen, setOnScreen] = useState(commandsOnScreen);
  // Those of the page may be loaded after the menu has opened.
  const keysOfPage = useSyncExternalStore(pageKeys.subscribe, pageKeys.get);
  useEffect(() => {
    isCommandMenuOpen.set(true);
    // The items of menus are loaded first.
    const observer = new MutationObserver(() => setOnScreen(commandsOnScreen()));
    observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      isCommandMenuOpen.set(false);
    };
  }, []);
  const byKeys = Object.entries(shortcuts).flatMap(([shortcut, { keys, label }]): Command[] => {
    const action = { ...actions, ...keysOfPage }[shortcut as Shortcut];
    // Once the focus is back where it was: some act on the row that has it.
    return action ? [{ name: label, keys, run: () => afterPaint(() => void action()) }] : [];
  });
  return (
    <CommandDialog
      title="Commands"
      field="What do you want to do?"
      commands={[...byKeys, ...onScreen.filter(({ name }) => !byKeys.some((one) => one.name === name))]}
      onClose={onClose}
    />
  );
}
