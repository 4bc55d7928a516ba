import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { dehydrate, hydrate, onlineManager, QueryClient } from '@tanstack/react-query';
import { Database } from '../../../src/outbox/records/database.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import type { Context, Sender } from '../model/device.ts';
import type { Scene, SenderOf } from '../model/Scene.ts';
import { laneOfSent, recordOf, type Sent, sentOf } from './request.ts';

/**
 * TanStack Query's persisted mutations as its documentation has them: mutation defaults with `retry: 3`, paused mutations kept
 * in localStorage by the persister, restored at the start and resumed. A message counts as accepted when `mutate` has been
 * called, because the list shows it from then on.
 *
 * It is given: an Idempotency-Key; a scope for each job, so that mutations of one job run one after another; a request that
 * checks its responses, with a timeout of 8 s; a user who is told of every mutation that ends in an error while its page
 * lives, and who does not click twice. Files are left out: they cannot be persisted so.
 */
export function pausedMutations(): SenderOf {
  const stored = new Map<string, string>();
  const seen = new Set<string>();
  onlineManager.setOnline(true);
  return (env, context, scene) => {
    const sender: Partial<Sender> = {
      db: new Database(env),
      records: async () => [],
      removeLinked: async () => undefined,
      drain: async () => undefined,
      send: async () => Promise.reject(new Error('The worker sends nothing of its own.')),
    };
    if (context.isWorker) return sender as Sender;
    scene.device.onLineChanged = (onLine) => onlineManager.setOnline(onLine);
    const client = openClient(env, context, stored, scene);
    sender.drain = async () => {
      if (!context.dead) void client.resumePausedMutations();
    };
    sender.send = async (owner, draft, _files, clientId = '') => {
      if (seen.has(clientId)) return { seq: 0 } as never;
      seen.add(clientId);
      const sent = sentOf(owner, draft, clientId);
      const cache = client.getMutationCache();
      const scope = { id: laneOfSent(sent) };
      const mutation = cache.build(client, {
        mutationKey: ['send'],
        scope,
        ...client.getMutationDefaults(['send']),
      });
      void mutation.execute(sent).catch(() => undefined);
      return { seq: sent.seq } as never;
    };
    return sender as Sender;
  };
}

function openClient(
  env: Environment,
  context: Context,
  stored: Map<string, string>,
  scene: Scene,
): QueryClient {
  const client = new QueryClient();
  client.setMutationDefaults(['send'], {
    retry: 3,
    mutationFn: async (sent: Sent) => {
      const token = await env.token(false);
      if (token === null || token === 'later') throw new Error('Please sign in.');
      await env.wire.send({ record: recordOf(sent), files: [], idToken: token.idToken, timeoutMs: 8000 });
    },
    onError: (_error, sent: Sent) => {
      const intent = scene.intents.get(sent.clientId);
      if (intent && !context.dead) intent.kept = false;
    },
  });
  const persister = createSyncStoragePersister({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        if (context.dead) return;
        if (context.device.dbFault === 'quota') throw new DOMException('', 'QuotaExceededError');
        stored.set(key, value);
      },
      removeItem: (key) => void stored.delete(key),
    },
  });
  void Promise.resolve(persister.restoreClient()).then((kept) => {
    if (context.dead) return;
    if (kept) hydrate(client, kept.clientState);
    client.mount();
    void client.resumePausedMutations();
    client.getMutationCache().subscribe(() => {
      if (context.dead) return;
      void persister.persistClient({ timestamp: env.now(), buster: '', clientState: dehydrate(client) });
    });
  });
  return client;
}
