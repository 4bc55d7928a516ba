import { getSession, type Session } from '../../session/session.ts';
import type { AppRouter } from '../routes.tsx';

/** Matches and loads the first page for the session before anything is rendered; until then, the page shows what is in `index.html`. */
export async function loadFirstPage(router: AppRouter): Promise<void> {
  let session: Session;
  do {
    session = getSession();
    if (session.stage === 'loading') return;
    router.update({ ...router.options, context: { session } });
    await router.load();
  } while (session !== getSession());
}
