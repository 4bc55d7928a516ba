import { ChevronDown } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './MoreTabs.module.css';
import tabs from './Tabs.module.css';
import { isPlainClick } from './usePageLink.ts';

/** Hides the tabs that have no room in one line; the current one is never among them. @returns those that are hidden */
function fitTabs(nav: Element): HTMLElement[] {
  const all = [...nav.children] as HTMLElement[];
  for (const tab of all) tab.removeAttribute('data-beyond');
  const line = all[0]?.offsetTop ?? 0;
  const current = all.find((tab) => tab.matches('[aria-current]'));
  const isBeyond = (tab: HTMLElement) => tab.offsetTop > line;
  const before = all.slice(0, current ? all.indexOf(current) : 0).filter((tab) => !isBeyond(tab));
  const hidden = new Set<HTMLElement>();
  while (current && isBeyond(current)) {
    const last = before.pop();
    if (!last) break;
    hidden.add(last);
    last.setAttribute('data-beyond', '');
    // What lies between them must go too, or it would take the room.
    for (const tab of all.slice(all.indexOf(last) + 1, all.indexOf(current))) {
      hidden.add(tab);
      tab.setAttribute('data-beyond', '');
    }
  }
  for (const tab of all) if (!hidden.has(tab) && isBeyond(tab)) hidden.add(tab);
  for (const tab of hidden) tab.setAttribute('data-beyond', '');
  return all.filter((tab) => hidden.has(tab));
}

/** A menu of the tabs beside it that have no room in their line. Arrow keys lead to it and through it, as along the tabs. */
export function MoreTabs() {
  const id = useId();
  const more = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const nav = more.current?.previousElementSibling;
    if (!nav) return;
    let last: Element | null = null;
    const fit = () => {
      setHidden(fitTabs(nav));
      const current = nav.querySelector<HTMLElement>('[aria-current]');
      // On a phone the line scrolls. By itself it moves only for another one that is out of sight.
      if (current && current !== last) {
        const before = current.offsetLeft - nav.scrollLeft;
        if (before < 0 || before + current.offsetWidth > nav.clientWidth)
          nav.scrollLeft = current.offsetLeft - nav.clientWidth / 3;
      }
      last = current;
    };
    fit();
    const resized = new ResizeObserver(fit);
    resized.observe(nav);
    // Counts arrive, views come and go, another one is chosen.
    const changed = new MutationObserver(fit);
    changed.observe(nav, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['aria-current'],
    });
    void document.fonts.ready.then(fit);
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);
  return (
    <div ref={more} className={styles.more} data-none={hidden.length === 0 || undefined}>
      <button type="button" className={tabs.tab} tabIndex={-1} popoverTarget={id}>
        More
        <Icon of={ChevronDown} />
      </button>
      <div id={id} ref={menu} popover="auto" className={styles.menu}>
        {hidden.map((tab) => (
          <a
            key={tab.getAttribute('href')}
            tabIndex={-1}
            href={tab.getAttribute('href') ?? ''}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              menu.current?.hidePopover();
              tab.click();
            }}
          >
            {tab.textContent}
            {tab.title && <span className="soft small">{tab.title}</span>}
          </a>
        ))}
      </div>
    </div>
  );
}
