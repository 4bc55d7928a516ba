export type Translation = {
  /** By what a browser puts in the place of a text: Chrome and Edge nested `font` elements, Safari another text. */
  by: 'font' | 'text';
  /** Between a change of the page and its translation. Without it, they are one. */
  delayMs?: number;
};

/**
 * Translates the page and whatever changes on it, as browsers do, until the returned function is called. Translated texts end with a
 * zero-width space, which tests do not see in texts and names.
 *
 * It uses nothing from outside itself, so that it also runs in a world of its own, where browsers run their translators.
 */
export function startTranslation({ by, delayMs }: Translation): () => void {
  const mark = '\u200b';
  const named = ['title', 'placeholder', 'alt', 'aria-label', 'aria-valuetext', 'aria-roledescription'];
  const untranslated = 'script, style, textarea, noscript, svg, .notranslate, font';
  const waiting = new Set<Node>();
  /** Texts that stand in the place of others. */
  const made = new WeakSet<Node>();

  function isTranslated(element: Element | null): boolean {
    return !!element && !element.closest(untranslated) && (element as HTMLElement).translate !== false;
  }

  function translateText(text: Text): void {
    if (made.has(text) || !text.data.trim() || !isTranslated(text.parentElement)) return;
    const words = text.data.replaceAll(mark, '') + mark;
    if (text.parentElement?.localName === 'title') {
      if (!text.data.endsWith(mark)) text.data = words;
      return;
    }
    if (by === 'text') {
      const other = document.createTextNode(words);
      made.add(other);
      const { parentNode, nextSibling } = text;
      // Safari takes a text from the page before it inserts another.
      text.remove();
      if (nextSibling) nextSibling.before(other);
      else parentNode?.append(other);
      return;
    }
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    outer.dir = inner.dir = 'auto';
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit';
    inner.textContent = words;
    text.parentNode?.insertBefore(outer, text);
    text.remove();
  }

  function translateAttributes(element: Element): void {
    for (const name of named) {
      const text = element.getAttribute(name);
      if (!text?.trim() || text.endsWith(mark) || !isTranslated(element)) continue;
      element.setAttribute(name, text + mark);
    }
  }

  function translateIn(root: Node): void {
    if (!root.isConnected) return;
    const nodes = [root];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      if (node instanceof Text) translateText(node);
      else if (node instanceof Element) translateAttributes(node);
    }
  }

  function flush(): void {
    const nodes = [...waiting];
    waiting.clear();
    for (const node of nodes) translateIn(node);
  }

  const observer = new MutationObserver((records) => {
    const wasIdle = waiting.size === 0;
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) waiting.add(node);
      else {
        made.delete(target);
        waiting.add(target);
      }
    }
    if (delayMs === undefined) flush();
    else if (wasIdle) setTimeout(flush, delayMs);
  });
  const options = { childList: true, subtree: true, characterData: true, attributeFilter: named };

  function start(): void {
    document.documentElement.classList.add('translated-ltr');
    document.documentElement.lang = 'es';
    observer.observe(document.documentElement, options);
    translateIn(document.documentElement);
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
  return () => {
    observer.disconnect();
    document.documentElement.classList.remove('translated-ltr');
    document.documentElement.lang = 'en';
  };
}
