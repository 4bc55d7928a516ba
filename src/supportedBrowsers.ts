/** Since which version a browser has a feature: Chrome and Edge, Firefox, Safari and iOS. */
type Since = readonly [chrome: number, firefox: number, safari: number];

/**
 * Features that the app needs, or that tell a supported browser from the last one that is not. All of them are in every supported browser.
 */
const features: Readonly<Record<'apis' | 'selectors' | 'styles', Readonly<Record<string, Since>>>> = {
  apis: {
    'Promise.withResolvers': [119, 121, 17.4],
    'Object.groupBy': [117, 119, 17.4],
    'URL.canParse': [120, 115, 17],
    'Array.prototype.toSorted': [110, 115, 16],
    'ArrayBuffer.prototype.resize': [111, 128, 16.4],
    'HTMLElement.prototype.showPopover': [114, 125, 17],
    'HTMLDialogElement.prototype.showModal': [37, 98, 15.4],
    ResizeObserver: [64, 69, 13.1],
    indexedDB: [24, 16, 10],
  },
  selectors: { ':has(a)': [105, 121, 15.4], ':popover-open': [114, 125, 17] },
  styles: {
    'color: light-dark(#000, #fff)': [123, 120, 17.5],
    'color: oklch(0.5 0.1 264)': [111, 113, 15.4],
    'height: 1dvh': [108, 101, 15.4],
    'height: 1lh': [109, 120, 16.4],
    'height: round(up, 1px, 1px)': [125, 118, 15.4],
  },
};

function oldestWithAll(browser: 0 | 1 | 2): string {
  const versions = Object.values(features).flatMap((kind) =>
    Object.values(kind).map((since) => since[browser]),
  );
  return String(Math.max(...versions));
}

/** The oldest supported browsers. The build compiles for them; older ones show a page that names them. */
export const oldestBrowsers = {
  chrome: oldestWithAll(0),
  edge: oldestWithAll(0),
  firefox: oldestWithAll(1),
  safari: oldestWithAll(2),
  ios: oldestWithAll(2),
};

/** The supported browsers as a build target. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);

/** What the check looks for. */
export const needed = {
  apis: Object.keys(features.apis),
  selectors: Object.keys(features.selectors),
  styles: Object.keys(features.styles),
};

/**
 * Shows the supported browsers in the place of the app, in a browser that lacks a feature. It is a classic script of its own, because
 * such a browser may not even parse the app's; it is not compiled, so it refers to nothing outside and uses old syntax only.
 */
function checkBrowser(required: typeof needed, oldest: typeof oldestBrowsers): void {
  function has(path: string) {
    let value: unknown = window;
    for (const name of path.split('.')) {
      if (value === null || value === undefined) return false;
      value = (value as Record<string, unknown>)[name];
    }
    return value !== undefined;
  }
  const missing = required.apis
    .filter((path) => !has(path))
    .concat(required.selectors.filter((selector) => !CSS.supports(`selector(${selector})`)))
    .concat(required.styles.filter((style) => !CSS.supports(style)));
  if (missing.length === 0) return;

  function show() {
    const page = document.createElement('main');
    function add(tag: string, text: string) {
      const element = document.createElement(tag);
      element.textContent = text;
      page.appendChild(element);
    }
    add('h1', 'EV Jobs needs a newer browser');
    add(
      'p',
      `It runs in Chrome and Edge ${oldest.chrome}, Firefox ${oldest.firefox}, Safari ${oldest.safari} and on iPhone and iPad with iOS ${oldest.ios}, and in all later versions. Update this browser, or open EV Jobs in another one.`,
    );
    add('p', 'What you have written here stays on this device.');
    add('p', `Missing here: ${missing.join(', ')}`);
    page.style.cssText = 'max-width: 34em; margin: 3em auto; padding: 0 1em; font: 1em/1.5 sans-serif';
    document.title = 'EV Jobs needs a newer browser';
    document.body.textContent = '';
    document.body.appendChild(page);
  }
  if (document.body && document.readyState !== 'loading') show();
  else document.addEventListener('DOMContentLoaded', show);
}

/** The source of that script. */
export const browserCheck = `(${checkBrowser})(${JSON.stringify(needed)},${JSON.stringify(oldestBrowsers)});`;
