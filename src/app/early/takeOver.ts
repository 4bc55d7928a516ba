import type { TakeOver } from '../../ui/form/useEarlyForm.ts';
import type { AppRouter } from '../routes.tsx';

const stops = 'a, button, input';

function happens(type: string): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener(type, resolve, { once: true }));
}

/** Puts the caret where it was; at the end of an address, whose selection scripts may not read. */
function copySelection(from: HTMLInputElement, to: HTMLInputElement): void {
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = from;
  if (start !== null) to.setSelectionRange(start, end, direction ?? 'none');
  else {
    to.value = '';
    to.value = from.value;
  }
}

/**
 * Gives the app's form what was typed into the early one, the focus with the selection, and the press of its button. Fields are told by
 * their names: the app may be of a later version, with one more. Links and buttons have the same order in both. Nothing is drawn between
 * the two: React has put its form in, and the browser has not drawn it.
 */
function takeOver(early: HTMLElement, { form, set }: TakeOver['detail']): void {
  const { activeElement: focused } = document;
  const { scrollX, scrollY } = window;
  const scrollBack = () => window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  const here = document.querySelectorAll<HTMLElement>(`#app :is(${stops})`);
  const left: HTMLElement[] = [];
  for (const [index, old] of early.querySelectorAll<HTMLElement>(stops).entries()) {
    const own =
      'name' in old && old.name
        ? form?.querySelector<HTMLElement>(`[name="${CSS.escape(String(old.name))}"]`)
        : here[index];
    const areFields = old instanceof HTMLInputElement && own instanceof HTMLInputElement;
    if (areFields && old.value) {
      own.value = old.value;
      set(old.name, old.value);
      if (old !== focused) left.push(own);
    }
    if (old !== focused) continue;
    own?.focus({ preventScroll: true });
    if (areFields) copySelection(old, own);
  }
  const isPressed = 'pressed' in early.dataset;
  early.remove();
  // The router starts a page at its top.
  queueMicrotask(scrollBack);
  // Once the form has the values, which React sets right after this.
  setTimeout(() => {
    scrollBack();
    // A field may correct what it has when it is left.
    for (const field of left) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    if (isPressed) setTimeout(() => form?.requestSubmit());
  });
}

/** Requests the code of the router's page again where it failed to load; the router only shows that, and the early form would go. */
async function loadCode({ state, routesById }: PageRouter): Promise<void> {
  for (const { routeId } of state.matches) {
    const component: { preload?: (() => unknown) | undefined } | undefined =
      routesById[routeId].options.component;
    await component?.preload?.();
    // Once it is loaded, there is nothing to preload any more.
    if (component?.preload) throw new Error('The code of the page is missing.');
  }
}

type PageRouter = Pick<AppRouter, 'state' | 'routesById'>;

/** The early form once the app is loaded. `prepare` resolves when the app's page can take its place; until then the form stays. */
export type EarlyForm = HTMLElement & { prepare?(router: PageRouter): Promise<void> };

/**
 * Prepares the page for the app: an early form that is not of its first page goes, and nothing takes the place of one in the middle of a
 * press, or of a letter that an input method composes.
 *
 * @param router on its first page
 * @throws where the page cannot take its place, which must then stay
 */
export async function prepareTakeOver(early: HTMLElement, router: PageRouter): Promise<void> {
  if ('known' in document.documentElement.dataset) return early.remove();
  await loadCode(router);
  if (early.dataset.path !== router.state.location.pathname) return early.remove();
  early.addEventListener('take-over', (event) => takeOver(early, (event as TakeOver).detail));
  if ('composing' in early.dataset) await happens('compositionend');
  if (early.querySelector(':active')) {
    await happens('pointerup');
    // The press comes after it.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
