/**
 * Lets React go on working on a page that the browser translates. Browsers put their own nodes (`font` elements in Chrome and Edge)
 * in the place of React's text nodes: React would then end with a `NotFoundError` where it removes such a text or inserts something
 * before it, and would change a text that nobody sees.
 *
 * Here rather than in the components: any text beside another node is replaced so, in two hundred places, and each new line of JSX
 * can add one.
 */

/** The nodes that stand on the page in the place of others. */
const standIns = new WeakMap<Node, Node>();
const taken = new WeakSet<Node>();

function isFont(node: Node | null | undefined): node is Node {
  return node?.nodeName === 'FONT';
}

/** Returns the child of a parent that stands there for a node; `null` for a text that is gone without one. */
function placed(node: Node, parent: Node): Node | null {
  let here: Node | undefined = node;
  while (here && !parent.contains(here)) here = standIns.get(here);
  while (here && here.parentNode !== parent) here = here.parentNode ?? undefined;
  // Whatever else is not there is a defect, and is thrown as ever.
  return here ?? (node instanceof Text ? null : node);
}

export function followTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        // React has changed a text that is not on the page: it returns, and the browser translates it anew.
        const standIn = standIns.get(target);
        if (standIn?.isConnected && !target.isConnected) standIn.parentNode?.replaceChild(target, standIn);
      }
      for (const removed of removedNodes) {
        if (!(removed instanceof Text || isFont(removed))) continue;
        const standIn = [addedNodes[0], previousSibling, nextSibling].find(
          (node) => isFont(node) && !taken.has(node),
        );
        if (!standIn) continue;
        taken.add(standIn);
        standIns.set(removed, standIn);
        observer.observe(removed, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const there = child.parentNode === this ? child : placed(child, this);
    if (there) removeChild.call(this, there);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    const there = !before || before.parentNode === this ? before : placed(before, this);
    insertBefore.call(this, node, there);
    return node;
  };
}
