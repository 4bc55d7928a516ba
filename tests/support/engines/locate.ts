/** Names an element as a user does. Strings are whole names; a pattern is the source of a regular expression. */
export type Query = {
  /** An ARIA role, or `field` for anything with a label that accepts text. */
  role: string;
  name?: string | { pattern: string };
  /** A text it contains. */
  text?: string;
  /** The first element that this finds contains it. */
  within?: Query;
};

/** An element that was found: where a click would go, and its text. */
export type Found = {
  x: number;
  y: number;
  text: string;
  name: string;
  checked: boolean;
  expanded: boolean;
  /** The element that covers its middle; empty when a click reaches it. */
  covered: string;
};

type Axe = {
  setup(root?: Element): void;
  teardown(): void;
  commons: {
    aria: { getRole(element: Element): string | null };
    text: { accessibleText(element: Element): string };
    dom: { isVisibleToScreenReaders(element: Element): boolean };
  };
};

/**
 * Finds all elements of a query, in the page: roles and names are those that axe computes, so that they are the same in every
 * engine. The first one is scrolled to where it can be clicked when `toUse`.
 */
export function locate(query: Query, toUse: boolean): Found[] {
  const { axe } = window as unknown as { axe: Axe };
  const fields = 'input:not([type=hidden]), textarea, select';

  // WebKit finds a dialog that lies under another at its point too, and axe then takes the lower one for the one that can be used.
  const stacked = [...document.querySelectorAll('dialog:modal')].slice(1).at(-1);

  function matches(name: string, wanted: Query['name']): boolean {
    if (wanted === undefined) return true;
    return typeof wanted === 'string' ? name === wanted : new RegExp(wanted.pattern).test(name);
  }
  function all({ role, name, text, within }: Query): Element[] {
    const [root] = within ? all(within) : [stacked ?? document];
    if (!root) return [];
    return [...root.querySelectorAll(role === 'field' ? fields : '*')].filter(
      (element) =>
        (role === 'field' || axe.commons.aria.getRole(element) === role) &&
        (text === undefined || (element.textContent ?? '').includes(text)) &&
        axe.commons.dom.isVisibleToScreenReaders(element) &&
        matches(axe.commons.text.accessibleText(element).replace(/\s+/g, ' ').trim(), name),
    );
  }
  function describe(element: Element | null): string {
    return element ? `<${element.localName} class="${element.getAttribute('class') ?? ''}">` : 'nothing';
  }
  function found(element: Element): Found {
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const label = hit?.closest('label');
    const reaches = hit && (element.contains(hit) || label?.control === element);
    return {
      x,
      y,
      text: element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''),
      name: axe.commons.text.accessibleText(element),
      checked: element instanceof HTMLInputElement && element.checked,
      expanded: element.getAttribute('aria-expanded') === 'true',
      covered: reaches ? '' : describe(hit),
    };
  }
  axe.setup(stacked);
  try {
    const elements = all(query);
    if (toUse) elements[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return elements.map(found);
  } finally {
    axe.teardown();
  }
}
