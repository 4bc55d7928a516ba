import type { EarlyForm } from './takeOver.ts';

/**
 * Runs in the document of an early form (`server/build/earlyForms.ts`), before its first paint and until the app is there. The build puts
 * it into the head of the document, so it uses nothing from outside.
 *
 * It hides the form from somebody whom this device remembers as signed in, loads the app beside the form, and remembers a press. What is
 * typed stays in the fields, where the app finds it (`takeOver.ts`). A file that is not to be had is requested again on
 * *Try again*, without a reload, which would lose a typed password: from the document that the server has by then, because the file may
 * be one of an earlier version. Nothing of the app runs before all is there. Files are fetched and not preloaded: what fails as a preload
 * fails once more when it is imported (Chromium), and what fails to be imported fails until the next reload (Firefox).
 *
 * @param rememberedKey what of the local storage says that somebody is signed in
 */
export function startEarlyForm(rememberedKey: string): void {
  try {
    if (localStorage.getItem(rememberedKey) !== null) document.documentElement.dataset.known = '';
  } catch {
    // Storage is forbidden here, and nobody is remembered.
  }

  function early(): HTMLElement | null {
    return document.getElementById('early');
  }

  /** Shows whether a press is being worked on, and whether the app cannot be loaded. */
  function show(isFailed: boolean): void {
    const failure = document.getElementById('early-failure');
    if (failure) failure.hidden = !isFailed;
    const button = early()?.querySelector('[type="submit"]');
    if (!button) return;
    const isBusy = !isFailed && early()?.dataset.pressed !== undefined;
    for (const state of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button.setAttribute(state, 'true');
      else button.removeAttribute(state);
    }
  }

  const arrived: string[] = [];
  /** Set while the app runs and lacks a part of itself. */
  let goOn: (() => void) | undefined;

  /** Has the browser store a file, from where it takes it when the app asks for it. */
  async function request(file: string): Promise<void> {
    if (arrived.indexOf(file) >= 0) return;
    const response = await fetch(file);
    if (!response.ok) throw new Error(file);
    await response.text();
    arrived.push(file);
  }

  /**
   * Loads the app, and tries again by itself where a connection breaks.
   *
   * @param files those of the app, the entry and `takeOver.ts` first, and after a bar those of the page that follows a sign-in
   */
  async function load(files: string, triesLeft = 2): Promise<void> {
    try {
      const [needed = [], later = []] = files.split(' | ').map((part) => part.split(' '));
      await Promise.all(needed.map(request));
      const [entry = '', takeOver = ''] = needed;
      const form = early() as EarlyForm;
      const { prepareTakeOver } = await import(/* @vite-ignore */ takeOver);
      form.prepare = async (router) => {
        try {
          await prepareTakeOver(form, router);
        } catch {
          show(true);
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
          await form.prepare?.(router);
        }
      };
      await import(/* @vite-ignore */ entry);
      for (const file of later) request(file).catch(() => undefined);
    } catch {
      if (triesLeft === 0) return show(true);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await load(files, triesLeft - 1);
    }
  }

  async function tryAgain(): Promise<void> {
    show(false);
    if (goOn) return goOn();
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' });
      const found = /<meta name="app" content="([^"]+)"/.exec(await response.text());
      if (!found) throw new Error('The response is not the page.');
      await load(found[1] ?? '');
    } catch {
      show(true);
    }
  }

  document.addEventListener('submit', (event) => {
    const form = early();
    if (!form?.contains(event.target as Node)) return;
    event.preventDefault();
    form.dataset.pressed = '';
    if (document.getElementById('early-failure')?.hidden === false) void tryAgain();
    else show(false);
  });
  // It may get what is saved nowhere (`untilIdle.ts`).
  document.addEventListener('before-reload', (event) => early() && event.preventDefault());
  // What is being composed is in the field only once it ends.
  for (const type of ['compositionstart', 'compositionend'])
    document.addEventListener(type, () =>
      early()?.toggleAttribute('data-composing', type === 'compositionstart'),
    );
  document.addEventListener('DOMContentLoaded', () => {
    const form = early();
    // In an old browser, a page that says so is in its place.
    if (!form) return;
    const next = new URLSearchParams(location.search).get('next');
    for (const link of form.querySelectorAll<HTMLAnchorElement>('a[href^="/auth/"]'))
      if (next) link.search = new URLSearchParams({ next }).toString();
    document.querySelector('#early-failure button')?.addEventListener('click', () => void tryAgain());
    void load(document.querySelector<HTMLMetaElement>('meta[name="app"]')?.content ?? '');
  });
}
