import { getSession, onSessionChange } from '../../session/session.ts';
import type { AppRouter } from '../routes.tsx';

/**
 * Matches and loads the first page for the session before anything is rendered, so that the first rendering has it: 66 ms of a phone's
 * list (`tests/bench/README.md`). Called once the session is known.
 */
export async function loadFirstPage(router: AppRouter): Promise<void> {
  const { history } = router;
  let isFirst = true;
  // The provider follows the address while it is mounted, and ignores what changed before. While a user leaves, nothing is loaded for them.
  history.subscribe((change) => {
    const isLeaving = !isFirst && getSession().stage === 'loading';
    if (history.subscribers.size === 1 && !isLeaving) void router.load(change).catch(console.error);
  });
  let session = getSession();
  let changed = Promise.withResolvers<void>();
  const stop = onSessionChange(() => {
    session = getSession();
    changed.resolve();
  });
  while (session.stage !== 'loading' && session !== router.options.context.session) {
    changed = Promise.withResolvers();
    router.update({ ...router.options, context: { session } });
    // A page that takes long is not waited for once it is another user's.
    await Promise.race([router.load().catch(console.error), changed.promise]);
  }
  stop();
  isFirst = false;
}
