const untranslated = 'script, style, textarea, title, [translate="no"], font';

/** Puts nested `font` elements in the place of a text, as Chrome's translation does. */
function translate(text: Text): void {
  if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untranslated)) return;
  const outer = document.createElement('font');
  const inner = outer.appendChild(document.createElement('font'));
  inner.textContent = `«${text.data}»`;
  text.parentElement.insertBefore(outer, text);
  text.remove();
}

function translateIn(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = root instanceof Text ? [root] : [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) translate(text);
}

/** Translates the page and whatever changes on it, until the returned function is called. */
export function translatePage(): () => void {
  document.documentElement.classList.add('translated-ltr');
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) translateIn(target);
      for (const node of addedNodes) if (node.isConnected) translateIn(node);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  translateIn(document.body);
  return () => {
    observer.disconnect();
    document.documentElement.classList.remove('translated-ltr');
  };
}
