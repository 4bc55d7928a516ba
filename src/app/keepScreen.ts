import { getReach } from '../api/reach.ts';
import { areRecordsRead, onWaitingChange, waitingRecords } from '../outbox/waiting.ts';
import { recall } from '../session/remembered.ts';
import { getOwner, getSession } from '../session/session.ts';
import {
  type Drawn,
  isFirstList,
  namedByPage,
  pictureKey,
  type ScreenPicture,
  versionOfPage,
} from './screenPicture.ts';

/** What does something, or belongs to one moment. */
const leftOut = 'dialog, [popover], script, template, iframe, [role="status"], [role="alert"], [aria-live]';
const noLooks =
  /^(on.*|id|name|for|src|srcset|aria-(labelledby|describedby|controls|owns)|style|value|.*target)$/;

function looksOf(element: Element): Record<string, string> {
  const looks: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (!noLooks.test(name)) looks[name] = value;
  const { cssText } = (element as HTMLElement).style;
  if (cssText) looks.style = cssText;
  if (element instanceof HTMLOptionElement && element.selected) looks.selected = '';
  return looks;
}

/** Rows beyond the window, of which there may be many, are drawn by the app. */
function isBelow(element: Element): boolean {
  return element.matches('[data-index]') && element.getBoundingClientRect().top > innerHeight;
}

function drawnOf(element: Element): Drawn {
  const inner: Drawn[] = [];
  for (const node of element.childNodes) {
    if (node instanceof Text) inner.push(node.data);
    else if (node instanceof Element && !node.matches(leftOut) && !isBelow(node)) inner.push(drawnOf(node));
  }
  return [element.localName, looksOf(element), ...inner];
}

/** Whether anything there looks as it does because of this. What it says of the parts that CSS makes is of what they belong to. */
function isUsed({ selectorText, cssRules }: CSSStyleRule, frame: Element): boolean {
  const selector = selectorText.replace(/::[\w-]+(\([^)]*\))?/g, '');
  try {
    if (frame.matches(selector) || frame.querySelector(selector)) return true;
  } catch {
    // Nothing is left of it.
    return true;
  }
  return Array.from(cssRules).some((rule) => rule instanceof CSSStyleRule && isUsed(rule, frame));
}

/** Of these, what the frame needs. It is still: nothing moves in it, and nobody prints it. */
function usedOf(rules: CSSRuleList, frame: Element): string {
  return Array.from(rules, (rule) => {
    if (rule instanceof CSSStyleRule) return isUsed(rule, frame) ? rule.cssText : '';
    if (
      rule instanceof CSSKeyframesRule ||
      (rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
    )
      return '';
    if (!(rule instanceof CSSGroupingRule)) return rule.cssText;
    const inner = usedOf(rule.cssRules, frame);
    return inner && `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`;
  }).join('');
}

/** What the frame needs of all that the app has loaded: what the page names is there at the next start too. */
function stylesOf(frame: Element): string {
  return Array.from(document.styleSheets, (sheet) => {
    const address = (sheet.ownerNode as Element | null)?.getAttribute('href') ?? '';
    return namedByPage().includes(address) ? '' : usedOf(sheet.cssRules, frame);
  }).join('');
}

/** What has arrived stays in the outbox until its conversation was read. */
function isAnythingWaiting(): boolean {
  return waitingRecords().some(({ state }) => state !== 'acked');
}

/**
 * Only what would be there again: the list from its beginning, as the service has it, with nothing open over it, and nothing in it
 * that waits to be sent.
 */
function isWorthKeeping(frame: Element): boolean {
  return (
    isFirstList(location) &&
    scrollY === 0 &&
    getReach().reachable &&
    areRecordsRead() &&
    !isAnythingWaiting() &&
    frame.querySelector('[data-index]') !== null &&
    !document.querySelector('dialog[open], :popover-open, [type="checkbox"]:checked')
  );
}

/** @returns whether it is kept now */
function keep(): boolean {
  const owner = getOwner();
  const frame = document.getElementById('main')?.parentElement;
  // Another window may have signed this person out.
  if (!frame || !owner || getSession().stage !== 'active' || recall()?.uid !== owner.uid) return false;
  if (!isWorthKeeping(frame)) return false;
  try {
    const picture: ScreenPicture = {
      width: innerWidth,
      version: versionOfPage(),
      styles: stylesOf(frame),
      frame: drawnOf(frame),
    };
    localStorage.setItem(pictureKey(owner.uid), JSON.stringify(picture));
    return true;
  } catch {
    // The storage is full, where what was read is worth more; or a file of styles cannot be read yet.
    drop(owner.uid);
    return false;
  }
}

function drop(uid: string): void {
  try {
    localStorage.removeItem(pictureKey(uid));
  } catch {
    // A browser that keeps nothing has none.
  }
}

const settledAfterMs = 1500;
/** Whoever has just signed in on a slow line sees the list later. */
const mostLooks = 20;

let looking: ReturnType<typeof setTimeout> | undefined;

function keepOnceSettled(looks = mostLooks): void {
  const look = () => {
    if (!keep() && looks > 1) keepOnceSettled(looks - 1);
  };
  clearTimeout(looking);
  looking = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(look);
    else look();
  }, settledAfterMs);
}

/** What waits is part of the list too, and a picture from before knows nothing of it. */
function followWaiting(): void {
  const owner = getOwner();
  if (!isAnythingWaiting()) keepOnceSettled();
  else if (owner) drop(owner.uid);
}

/**
 * Keeps how the first list looks, for the next start: once it has settled with nothing waiting to be sent, and whenever the
 * app is put away.
 */
export function keepScreen(): void {
  followWaiting();
  onWaitingChange(followWaiting);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}
