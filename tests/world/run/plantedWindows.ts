import type { PlantedBug } from './plantedBugs.ts';

/** Who it takes to give and take rights. */
export const ofRights = ['client', 'employee', 'admin'] as const;

/** Mistakes with several windows of a device, its worker, choices of one value, and rights. */
export const plantedWindows = {
  'a window keeps live events to itself': {
    events: ['open another window', 'go to the other window'],
    changes: [
      {
        in: 'src/live/tabs.ts',
        symbol: 'JoinedTab',
        find: "this.#post({ type: 'batch', since, batch });",
        instead: ';',
      },
    ],
  },
  'a window does not say that what waits has changed': {
    events: ['open another window', 'go to the other window', 'go offline'],
    changes: [
      {
        in: 'src/outbox/sending/OutboxSender.ts',
        symbol: 'OutboxSender',
        find: 'this.env.channel.post(notice);',
        instead: ';',
      },
    ],
  },
  'two windows drain the queue at once': {
    events: ['open another window', 'send twice'],
    changes: [
      {
        in: 'src/outbox/sending/OutboxSender.ts',
        symbol: 'OutboxSender',
        find: 'lock ? await lock(name, () => work(true)) : false',
        instead: 'await work(true).then(() => true)',
      },
      {
        in: 'src/outbox/sending/claim.ts',
        symbol: 'claim',
        find: "due !== null && due <= now && head.state !== 'queued' && head.state !== 'uncertain'",
        instead:
          "head.state === 'sending' || (due !== null && due <= now && head.state !== 'queued' && head.state !== 'uncertain')",
      },
    ],
  },
  'the worker answers with what another user has read': {
    events: ['have the worker answer', 'sign out', 'sign in', 'open the page'],
    changes: [
      {
        in: 'src/offline/responses.ts',
        symbol: 'nameOf',
        find: 'return $name;',
        instead: "return 'responses:all';",
      },
      {
        in: 'src/offline/responses.ts',
        symbol: 'cacheKey',
        find: 'encodeURIComponent(uid)',
        instead: "'all'",
      },
    ],
  },
  'what the worker has cached counts as read just now': {
    events: ['have the worker answer', 'open the page', 'mark a message'],
    changes: [
      {
        in: 'src/api/requestDates.ts',
        symbol: 'readOptions',
        find: 'noteRequest(query, { requestedAt: Math.min($$$args), isCached: true });',
        instead: ';',
      },
    ],
  },
  'the worker answers a read of what is on the screen': {
    events: ['have the worker answer', 'mark a message', 'open the page'],
    changes: [
      {
        in: 'sw/cachedReads.ts',
        symbol: 'respondToRead',
        find: 'request.cache === fromBackend ? null : await cachedResponse(uid, key).catch(() => undefined)',
        instead: 'await cachedResponse(uid, key).catch(() => undefined)',
      },
    ],
  },
  'a choice that comes late undoes a later one of its device': {
    events: ['mark a message', 'choose anew as a choice is under way', 'open a chat'],
    changes: [
      {
        in: 'server/data/choice.ts',
        symbol: 'isLater',
        find: 'own && choice.number <= own.number',
        instead: 'own && choice.number < 0',
      },
    ],
  },
  'a choice is dated by the clock of its device': {
    events: ['choose otherwise on a device whose clock is wrong', 'open a chat'],
    changes: [
      {
        in: 'src/outbox/sending/wire.ts',
        symbol: 'chosenHeaders',
        find: 'serverSeconds()',
        instead: 'Math.floor(Date.now() / 1000)',
      },
    ],
  },
  'what is put off stays so whatever is written': {
    events: ['snooze a chat'],
    changes: [
      {
        in: 'server/data/messages/snoozes.ts',
        symbol: 'snoozeConversation',
        find: 'counts ? { until, seen } : stored',
        instead: 'counts ? { until, seen: 2 ** 40 } : stored',
      },
    ],
  },
  'other devices do not hear what is put off': {
    events: ['snooze a chat'],
    changes: [
      {
        in: 'server/data/messages/snoozes.ts',
        symbol: 'snoozeConversation',
        find: 'if (counts) await addEvent($$$args);',
        instead: ';',
      },
    ],
  },
  'the badge of a push counts what is put off': {
    events: ['snooze a chat', 'hide'],
    changes: [
      {
        in: 'server/data/notify/pushFacts.ts',
        symbol: 'pushFacts',
        find: '[email, now]',
        instead: '[email, 2 ** 40]',
      },
    ],
  },
  'a late push sets the badge of a window in sight': {
    events: ['mark a message', 'snooze a chat'],
    changes: [
      {
        in: 'sw/receivePush.ts',
        symbol: 'showBadge',
        find: '(await openWindows()).some($isVisible)',
        instead: 'false',
      },
    ],
  },
  'a write goes by the rights that its sender had before its upload': {
    team: ofRights,
    events: ['deliver a file', 'take the right as a write arrives', 'make them an employee again'],
    changes: [
      {
        in: 'server/http/route.ts',
        symbol: 'inOrder',
        find: 'await lockCaller(db, request.caller)',
        instead: 'request.caller',
      },
    ],
  },
  'rights are remembered': {
    events: ['make the employee a client', 'open a chat', 'open the page'],
    changes: [
      {
        in: 'server/http/route.ts',
        symbol: 'callerOf',
        find: 'const caller = await currentCaller(services.db, identity);',
        instead:
          'const known = ((globalThis as any).callers ??= new Map()); const caller = known.get(identity.uid) ?? (await currentCaller(services.db, identity)); known.set(identity.uid, caller);',
      },
    ],
  },
  'a search finds the jobs of everybody': {
    events: ['search'],
    changes: [
      {
        in: 'server/data/search.ts',
        symbol: 'rowsWith',
        find: 'onlyJobsOf(reader)',
        instead: 'null as string | null',
      },
    ],
  },
  'an upgrade drops a field of what waits': {
    events: ['go offline', 'upgrade the app'],
    changes: [
      {
        in: 'src/outbox/records/schema.ts',
        symbol: 'openRequest',
        find: 'for (const step of upgrades.slice(oldVersion)) step(request.result);',
        instead: `for (const step of upgrades.slice(oldVersion)) step(request.result);
          if (oldVersion > 0) {
            const reading = request.transaction!.objectStore('outbox').openCursor();
            reading.onsuccess = () => {
              const { result } = reading;
              if (!result) return;
              result.update({ ...result.value, payload: { ...result.value.payload, reason: '', content: 'lost' } });
              result.continue();
            };
          }`,
      },
    ],
  },
} satisfies Record<string, PlantedBug>;
