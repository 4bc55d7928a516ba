/** The oldest supported browsers. The build compiles for them; older ones show a page that names them. */
export const oldestBrowsers = { chrome: '125', edge: '125', firefox: '128', safari: '17.5', ios: '17.5' };

/** The supported browsers as a build target. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);

/** Features that the app needs; every browser older than those above lacks one of them. */
export const needed = {
  apis: [
    'Promise.withResolvers',
    'Object.groupBy',
    'URL.canParse',
    'Array.prototype.toSorted',
    'HTMLElement.prototype.showPopover',
    'HTMLDialogElement.prototype.showModal',
    'ResizeObserver',
    'indexedDB',
  ],
  selectors: [':has(a)', ':popover-open'],
  styles: ['color: light-dark(#000, #fff)', 'color: oklch(0.5 0.1 264)', 'height: 1dvh', 'height: 1lh'],
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
