import { type TakeOver, takeOverEvent } from '../../ui/form/useEarlyForm.ts';
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
 * Gives the app's form what was typed into the early one, the focus with the selection, and the press of its button. Both have the same
 * fields and buttons in the same order. Nothing is drawn between the two: React has put its form in, and the browser has not drawn it.
 */
function takeOver(early: HTMLElement, { form, set }: TakeOver['detail']): void {
  const { activeElement: focused } = document;
  const { scrollX, scrollY } = window;
  const scrollBack = () => window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  const here = document.querySelectorAll<HTMLElement>(`#app :is(${stops})`);
  const left: HTMLElement[] = [];
  for (const [index, old] of early.querySelectorAll<HTMLElement>(stops).entries()) {
    const own = here[index];
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

/**
 * Prepares the page for the app: an early form that is not of its first page goes, and nothing takes the place of one in the middle of a
 * press, or of a letter that an input method composes.
 *
 * @param router on its first page
 */
export async function prepareTakeOver(
  early: HTMLElement,
  { state }: Pick<AppRouter, 'state'>,
): Promise<void> {
  const isOfPage = early.dataset.path === state.location.pathname;
  if ('known' in document.documentElement.dataset || !isOfPage) return early.remove();
  early.addEventListener(takeOverEvent, (event) => takeOver(early, (event as TakeOver).detail));
  if ('composing' in early.dataset) await happens('compositionend');
  if (early.querySelector(':active')) {
    await happens('pointerup');
    // The press comes after it.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
