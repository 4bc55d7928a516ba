import { getReach } from '../api/reach.ts';
import { waitingRecords } from '../outbox/waiting.ts';
import { recall } from '../session/remembered.ts';
import { getOwner, getSession } from '../session/session.ts';
import {
  addressOf,
  type Drawn,
  isFirstList,
  linkedSheets,
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

/** Whether anything in there looks as it does because of one of these. */
function areUsed(rules: CSSRuleList, frame: Element): boolean {
  return Array.from(rules).some((rule) => {
    if (rule instanceof CSSStyleRule) return frame.querySelector(rule.selectorText) !== null;
    return 'cssRules' in rule && areUsed(rule.cssRules as CSSRuleList, frame);
  });
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
    waitingRecords().length === 0 &&
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
  const sheets = linkedSheets()
    .filter(({ sheet }) => sheet && areUsed(sheet.cssRules, frame))
    .map(addressOf);
  const picture: ScreenPicture = {
    width: innerWidth,
    version: versionOfPage(),
    sheets,
    frame: drawnOf(frame),
  };
  try {
    localStorage.setItem(pictureKey(owner.uid), JSON.stringify(picture));
    return true;
  } catch {
    // The storage is full: what was read is worth more.
    localStorage.removeItem(pictureKey(owner.uid));
    return false;
  }
}

const settledAfterMs = 1500;
/** Whoever has just signed in on a slow line sees the list later. */
const mostLooks = 20;

function keepOnceSettled(looks = mostLooks): void {
  const look = () => {
    if (!keep() && looks > 1) keepOnceSettled(looks - 1);
  };
  setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(look);
    else look();
  }, settledAfterMs);
}

/** Keeps how the first list looks, for the next start: once it has settled, and whenever the app is put away. */
export function keepScreen(): void {
  keepOnceSettled();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}
