// The page of the app links to it.
import '../../../src/styles/print.css';
import { expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { AppRouter } from '../../../src/app/routes.tsx';
import { responseMark } from '../../../src/contract/calls.ts';
import type { PersonName } from '../../support/server/people.ts';
import { personKey } from './personKey.ts';

/**
 * Starts the app itself in this page at an address, with a user signed in; once for each file of tests.
 *
 * @param onCreated receives the router before it has loaded a page
 */
export async function openApp(
  as: PersonName | null,
  path: string,
  onCreated: (router: AppRouter) => void = () => undefined,
): Promise<void> {
  if (as) localStorage.setItem(personKey, as);
  else localStorage.removeItem(personKey);
  history.replaceState(null, '', path);
  const app = document.createElement('div');
  app.id = 'app';
  document.body.append(app);
  await fetch('/api/readyz');
  const { router } = await import('../../../src/main.tsx');
  onCreated(router);
  // The session is settled by then.
  await vi.waitUntil(() => document.querySelector('h1'), { timeout: 120_000 });
}

/** Opens another address as a link does. @param heading to wait for */
export async function goTo(href: string, heading?: string | RegExp): Promise<void> {
  const { router } = await import('../../../src/main.tsx');
  await router.navigate({ href });
  if (heading !== undefined) await sees(heading);
}

/** Waits for the page's one heading. */
export async function sees(heading: string | RegExp): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Returns a field by its label, whether it is marked "(optional)" or not. */
export function field(label: string): Locator {
  return page.getByLabelText(new RegExp(`^${label}( ?\\(optional\\))?$`));
}

/** Creates a response with our server's mark. */
export function marked(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { [responseMark]: '1' } });
}

/** Changes or replaces the server's responses until the returned function is called. */
export function answering(
  path: RegExp,
  answer: (request: Request, send: () => Promise<Response>) => Promise<Response>,
): () => void {
  const before = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const send = () => before(request);
    return path.test(new URL(request.url).pathname) ? answer(request, send) : send();
  };
  return () => {
    window.fetch = before;
  };
}

/** Ends the time in which what was sent last can be undone. */
export async function sendHeld(): Promise<void> {
  const { pageOutbox } = await import('../../../src/outbox/pageOutbox.ts');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).elements().length).toBe(1);
  await pageOutbox().sendUndoable();
}
