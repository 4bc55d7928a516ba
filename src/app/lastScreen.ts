import { afterPaint } from '../ui/afterPaint.ts';
import {
  addressOf,
  type Drawn,
  linkedSheets,
  pictureKey,
  type ScreenPicture,
  versionOfPage,
} from './screenPicture.ts';

const svg = 'http://www.w3.org/2000/svg';
/** Nothing that could do anything is ever kept; nor is it drawn if it were. */
const neverDrawn = /^(script|iframe|object|embed|link|style|base|meta|form)$/i;

function draw(drawn: Drawn, space: string | null): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn);
  const [tag, attributes, ...inner] = drawn;
  if (neverDrawn.test(tag)) return document.createTextNode('');
  const own = tag === 'svg' ? svg : space;
  const element = own ? document.createElementNS(own, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The policy of the page allows no styles in attributes; what a script sets is no attribute.
    if (name === 'style') (element as HTMLElement).style.cssText = value;
    else if (!name.startsWith('on')) element.setAttribute(name, value);
  }
  element.append(...inner.map((one) => draw(one, own)));
  return element;
}

function readPicture(uid: string): ScreenPicture | null {
  try {
    return JSON.parse(localStorage.getItem(pictureKey(uid)) ?? 'null') as ScreenPicture | null;
  } catch {
    return null;
  }
}

function fits({ width, version }: ScreenPicture): boolean {
  return width === innerWidth && version === versionOfPage();
}

async function loadSheet(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  const loaded = Promise.withResolvers<void>();
  link.onload = () => loaded.resolve();
  link.onerror = () => loaded.reject(new Error('A style of the last screen is not there any more.'));
  link.href = href;
  document.head.append(link);
  await loaded.promise;
}

let shown: Element | null = null;
let isTooLate = false;

/** The app draws from here on: whatever comes later would stand beside it. */
export function endLastScreen(): void {
  isTooLate = true;
}

/** Whether the screen as it was last seen stands on the page now, in the place of the app. */
export function isLastScreenShown(): boolean {
  return shown?.isConnected === true;
}

/**
 * Shows the list as it was last seen, until the app itself is there and draws it. It can only be looked at: what is touched
 * is the app's, as soon as that is drawn in its place.
 *
 * @param mayShow whether it is this person's to see, now
 */
export async function showLastScreen(uid: string, mayShow: Promise<boolean>): Promise<void> {
  const picture = readPicture(uid);
  if (!picture || !fits(picture)) return;
  const there = linkedSheets().map(addressOf);
  const ready = Promise.all([
    mayShow,
    ...picture.sheets.filter((one) => !there.includes(one)).map(loadSheet),
  ]);
  // While those are on their way.
  const screen = document.createElement('div');
  screen.inert = true;
  screen.style.display = 'contents';
  screen.append(draw(picture.frame, null));
  const [may] = await ready;
  const app = document.getElementById('app');
  if (!may || isTooLate || !app || app.firstChild) return;
  app.append(screen);
  shown = screen;
  await new Promise<void>(afterPaint);
}
