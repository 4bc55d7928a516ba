import { afterPaint } from '../ui/afterPaint.ts';
import { type Drawn, pictureKey, type ScreenPicture, versionOfPage } from './screenPicture.ts';

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

let shown: Element | null = null;

/** Whether the screen as it was last seen stands on the page now, in the place of the app. */
export function isLastScreenShown(): boolean {
  return shown?.isConnected === true;
}

/** The app, drawn in the picture's place, brings its own rules and does what was tapped meanwhile. */
function giveWay(screen: HTMLElement, styles: string, app: Element): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let taps: Promise<typeof import('./earlyTap.ts')> | undefined;
  // After a touch that scrolls there is none.
  const tap = (event: PointerEvent) => {
    taps ??= import('./earlyTap.ts');
    taps.then(({ noteTap }) => noteTap(screen, event)).catch(() => undefined);
  };
  addEventListener('pointerup', tap);
  const watcher = new MutationObserver(() => {
    if (screen.isConnected) return;
    watcher.disconnect();
    removeEventListener('pointerup', tap);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    // A picture that was not true goes before the app is there, and its taps with it.
    if (app.firstChild) taps?.then(({ tapAgain }) => tapAgain()).catch(() => undefined);
  });
  watcher.observe(app, { childList: true });
}

/**
 * Shows the list as it was last seen, until the app itself is there and draws it. It can only be looked at: what is tapped
 * is done by the app, as soon as that is drawn in its place.
 *
 * @param isTrue whether it is this person's to see, and nothing has come about that it does not show: where it is not, it goes.
 * What keeps a picture takes it away then too, so this is for what broke off in between
 */
export async function showLastScreen(uid: string, isTrue: Promise<boolean>): Promise<void> {
  const picture = readPicture(uid);
  const app = document.getElementById('app');
  if (!picture || !fits(picture) || !app || app.firstChild) return;
  const screen = document.createElement('div');
  screen.inert = true;
  screen.style.display = 'contents';
  screen.append(draw(picture.frame, null));
  giveWay(screen, picture.styles, app);
  app.append(screen);
  shown = screen;
  void isTrue.catch(() => false).then((isStill) => isStill || screen.remove());
  await new Promise<void>(afterPaint);
}
