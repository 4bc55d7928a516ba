/**
 * Lets React go on working on a page that the browser translates. Browsers put nodes of their own in the place of React's texts: Chrome
 * and Edge `font` elements, Safari other texts. React would then end with a `NotFoundError` where it removes such a text or inserts
 * something before it, and would change a text that nobody sees.
 *
 * When React touches such a text, the text first returns to its place; the browser then translates what is there. Here rather than in
 * the components: any text beside another node is replaced so, in two hundred places, and each new line of JSX can add one.
 */

/** The texts that the page has inserted and not removed. Browsers do not use the methods of the page. */
const inUse = new WeakSet<Node>();
/** What is on the page in the place of a text, and the other way round. */
const standIns = new WeakMap<Node, ChildNode>();
const originals = new WeakMap<Node, Node>();
const observer = new MutationObserver(follow);

/** Returns whether a node may stand for a text that the page has inserted. */
function isFree(node: Node | null | undefined): node is ChildNode {
  if (!node || originals.has(node)) return false;
  return node.nodeName === 'FONT' || (node instanceof Text && !inUse.has(node));
}

function pair(text: Node, standIn: ChildNode): void {
  standIns.set(text, standIn);
  originals.set(standIn, text);
}

/** Finds out what was put in the place of which text. */
function follow(records: readonly MutationRecord[]): void {
  /** By parent, the texts that were removed before anything was put in their place. */
  const waiting = new Map<Node, Node[]>();
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    // React has changed a text, perhaps one that is not on the page.
    if (type === 'characterData') putBack(target);
    for (const added of addedNodes) {
      const text = isFree(added) && waiting.get(target)?.shift();
      if (text) pair(text, added);
    }
    for (const removed of removedNodes) {
      const text = originals.get(removed) ?? removed;
      originals.delete(removed);
      if (!inUse.has(text) || text.isConnected) continue;
      observer.observe(text, { characterData: true });
      const standIn = [addedNodes[0], previousSibling, nextSibling].find(isFree);
      if (standIn) pair(text, standIn);
      else waiting.set(target, [...(waiting.get(target) ?? []), text]);
    }
  }
}

/** Returns a text to the page, from which the browser has taken it. */
function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!standIn) return;
  standIns.delete(text);
  originals.delete(standIn);
  if (!text.isConnected) standIn.replaceWith(text);
}

/** Returns whether a node is where the page has put it; a text may be gone with nothing in its place. */
function isThere(node: Node, parent: Node): boolean {
  if (node.parentNode !== parent && inUse.has(node)) {
    follow(observer.takeRecords());
    putBack(node);
  }
  // Whatever else is not there is a defect, and is thrown as ever.
  return node.parentNode === parent || !inUse.has(node);
}

export function followTranslation(): void {
  observer.observe(document, { childList: true, subtree: true, characterData: true });

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  /** Of a text that moves, nothing may stay behind. */
  function use(node: Node, parent: Node): void {
    if (!(node instanceof Text)) return;
    isThere(node, parent);
    inUse.add(node);
  }
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    use(node, this);
    appendChild.call(this, node);
    return node;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    use(node, this);
    insertBefore.call(this, node, before && isThere(before, this) ? before : null);
    return node;
  };
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (isThere(child, this)) removeChild.call(this, child);
    inUse.delete(child);
    return child;
  };
}
