import { getSession } from '../../session/session.ts';
import type { AppRouter } from '../routes.tsx';

/**
 * Matches and loads the first page for the session before anything is rendered, so that the first rendering has it: 66 ms of a phone's
 * list (`tests/bench/README.md`). Called once.
 */
export async function loadFirstPage(router: AppRouter): Promise<void> {
  const { history } = router;
  // The provider follows the address while it is mounted, and ignores what changed before.
  history.subscribe((change) => {
    if (history.subscribers.size === 1) void router.load(change).catch(console.error);
  });
  for (;;) {
    const session = getSession();
    if (session.stage === 'loading' || session === router.options.context.session) return;
    router.update({ ...router.options, context: { session } });
    await router.load().catch(console.error);
  }
}
