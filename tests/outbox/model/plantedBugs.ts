import type { Mode } from './backend.ts';
import type { WireFault } from './names.ts';
import type { EventName } from './schedule.ts';

/**
 * Mistakes that were made elsewhere, each as a change of our source. The harness must find every one of them; a text that
 * is not found any more fails the test, so that the list cannot rot.
 */
export type PlantedBug = {
  seenIn: string;
  changes: readonly [file: string, text: string, instead: string][];
  /** Where it shows; all modes and all events where it shows anywhere. */
  modes?: readonly Mode[];
  telling?: { events?: readonly EventName[]; wireFaults?: readonly WireFault[] };
};

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'deletes before it sends': {
    seenIn: 'workbox-background-sync, QueueStore',
    changes: [
      [
        'claim.ts',
        "return { todo: 'send', record,",
        "await tx.objectStore('outbox').delete(record.seq);\n    return { todo: 'send', record,",
      ],
    ],
  },
  'a following tab keeps nothing': {
    seenIn: 'TanStack offline-transactions',
    changes: [
      [
        'Outbox.ts',
        'const record = await enqueue(',
        'if ((this as { isFollowing?: boolean }).isFollowing) return { seq: 1e9 } as never;\n    const record = await enqueue(',
      ],
      [
        'Courier.ts',
        '#isSwept = false;',
        '#isSwept = false;\n  get isFollowing() {\n    return this.#lockedSince !== null;\n  }',
      ],
    ],
  },
  'a 401 deletes': {
    seenIn: 'hercycle-ai #308',
    changes: [
      [
        'attempt.ts',
        "case 'unauthorized':",
        "case 'unauthorized':\n        if (record.renewToken) return tx.objectStore('outbox').delete(record.seq);",
      ],
    ],
  },
  'sends again without looking': {
    seenIn: 'element-web, mattermost #2925',
    changes: [['claim.ts', "if (!world.honoursKeys) return { todo: 'look', record: head };", '']],
  },
  'looks without a baseline': {
    seenIn: 'identical texts in a row',
    changes: [
      ['claim.ts', "head.kind === 'message' && !head.hasLooked", 'false as boolean'],
      [
        'twin.ts',
        'if (files.length > 0 || record.baseline === null) return false;',
        'if (files.length > 0) return false;',
      ],
      ['claim.ts', 'baseline: [...later.baseline, serverId]', 'baseline: later.baseline'],
    ],
  },
  'skips past what failed': {
    seenIn: 'several queues that keep draining',
    changes: [
      [
        'rows.ts',
        "return record.state === 'acked';",
        "return record.state === 'acked' || record.state === 'failed';",
      ],
    ],
  },
  'takes HTTP 500 for success': {
    seenIn: 'fetch without a look at ok',
    changes: [
      [
        'attempt.ts',
        'await writeFailure(',
        'if (asApiError(error).status >= 500) await acknowledge(db, world, record, null);\n    else await writeFailure(',
      ],
    ],
  },
  'takes a captive portal for success': {
    seenIn: 'Enketo, before it looked at the content',
    changes: [
      [
        'attempt.ts',
        'await writeFailure(',
        'if (asApiError(error).status === 200) await acknowledge(db, world, record, null);\n    else await writeFailure(',
      ],
    ],
  },
  'keeps the key after an edit': {
    seenIn: 'Idempotency-Key draft, 422',
    changes: [['decide.ts', 'clientId: newId,', 'clientId: record.clientId,']],
    modes: ['I'],
    telling: { events: ['edit', 'edit', 'report a job', 'update a job'], wireFaults: ['422', '403'] },
  },
  'takes a new key for every try': {
    seenIn: 'element-web #10273',
    changes: [
      [
        'attempt.ts',
        'world.wire.send({ record, files',
        'world.wire.send({ record: { ...record, clientId: world.uuid() }, files',
      ],
    ],
  },
  'sends under whoever is signed in': {
    seenIn: 'sahidawa #4070, teachLink #588',
    changes: [
      [
        'drain.ts',
        'if (token.uid !== this.#uid || subjectOf(token.idToken) !== this.#uid) return null;',
        'void subjectOf;',
      ],
      [
        'claim.ts',
        'headOf(tx, asking.token.uid, asking.laneKey,',
        'headOf(tx, asking.ownerUid, asking.laneKey,',
      ],
      ['claim.ts', 'laneKey: string;\n  token', 'laneKey: string;\n  ownerUid: string;\n  token'],
      ['drain.ts', 'laneKey,\n        token,', 'laneKey,\n        ownerUid: this.#uid,\n        token,'],
      ['attempt.ts', 'return !isLate && subjectOf(idToken) === record.ownerUid;', 'return !isLate;'],
    ],
    telling: { events: ['user switch', 'user switch', 'crash'] },
  },
  'drops the store in an upgrade': {
    seenIn: 'workbox-background-sync, matrix-js-sdk',
    changes: [
      [
        'database.ts',
        'for (const step of upgrades.slice(oldVersion)) step(request.result);',
        'for (const name of [...request.result.objectStoreNames]) request.result.deleteObjectStore(name);\n      for (const step of upgrades) step(request.result);',
      ],
    ],
  },
  'keeps blobs instead of bytes': {
    seenIn: 'WebKit 319985, dexie #1227',
    changes: [['fileBytes.ts', 'store.put(chunk,', 'store.put(new Blob([chunk]) as never,']],
  },
  'sends a file short': {
    seenIn: 'workbox #1908, OpenMAIC #910',
    changes: [['fileBytes.ts', 'if (held !== size) return null;', '']],
  },
  'never ends a claim': {
    seenIn: 'MeetOnMemory PR #1913',
    changes: [
      [
        'waits.ts',
        'return record.claim ? notFurther(record.claim.until, now, claimMsOf(record)) : 0;',
        'return Number.POSITIVE_INFINITY;',
      ],
    ],
  },
  'reads, then marks': {
    seenIn: 'MeetOnMemory PR #1913',
    changes: [
      [
        'claim.ts',
        "if (head.state === 'sending') {",
        "if (head.state === 'sending' && head.claim?.holder !== world.holder) head = { ...head, state: 'queued' };\n    if (head.state === 'sending') {",
      ],
    ],
  },
  'knows its own by the time': {
    seenIn: 'our first look-before-resend',
    changes: [
      [
        'twin.ts',
        'return words(message.content)',
        'if (message.createdTimestamp < record.createdAt / 1000 - 120) return false;\n    return words(message.content)',
      ],
    ],
  },
  'deletes what it cannot read': {
    seenIn: 'redux-offline #383',
    changes: [
      [
        'quarantine.ts',
        "await tx.objectStore('quarantine').add({ at: world.now(), ownerUid: owner, row: row.value });",
        'void owner;',
      ],
    ],
  },
  'swallows a full disk': {
    seenIn: 'persister, localStorage quota #1701',
    changes: [
      [
        'enqueue.ts',
        'throw asOutboxError(error);\n  }\n}\n\n/** Another page',
        'void asOutboxError;\n    return newRecord(world, owner, draft, clientId) as OutboxRecord;\n  }\n}\n\n/** Another page',
      ],
    ],
  },
  'orders by a clock': {
    seenIn: 'rust-sdk, createdAt sorting',
    changes: [
      [
        'claim.ts',
        'let head = await headOf(tx, asking.token.uid, asking.laneKey, asking.arrived);',
        "const lane = (await laneOf(tx, asking.token.uid, asking.laneKey)).filter(({ state }) => state !== 'acked');\n    let head = lane.sort((a, b) => a.createdAt - b.createdAt)[0] ?? null;",
      ],
    ],
    telling: { events: ['clock -1 day', 'clock +1 day', 'line down', 'send'] },
  },
  'takes what is sent after the sign-out': {
    seenIn: 'care_fe #16509, a late save of the persister',
    changes: [
      [
        'enqueue.ts',
        "if (session && session.uid !== uid) throw new OutboxError('signed-out');",
        'void session;',
      ],
    ],
    telling: { events: ['sign-out', 'second tab opens', 'send'] },
  },
  'purges the words and leaves the bytes': {
    seenIn: 'goal-slot-web #332',
    changes: [
      [
        'signOut.ts',
        'if (Array.isArray(kept.files)) await dropBytes',
        'if (kept.files === null) await dropBytes',
      ],
    ],
    telling: { events: ['sign-out', 'crash in sign-out', 'send with files', 'line down'] },
  },
  'stops at the first refusal': {
    seenIn: 'DFIR-Companion #215',
    changes: [
      [
        'drain.ts',
        "if (record.state === 'failed') return null;",
        "if (record.state === 'failed') this.#stopped = true;",
      ],
    ],
    telling: { wireFaults: ['422', '403'] },
  },
  'reports a job again without looking': {
    seenIn: 'formhub #678',
    changes: [
      [
        'reconcile.ts',
        'const job = await wire.findJob(record.payload.jobCode, idToken);',
        'const job = null as { jobId: string } | null;\n      void wire;',
      ],
    ],
    modes: ['N'],
    telling: { events: ['report a job'], wireFaults: ['502 after commit', 'response lost after commit'] },
  },
  'keeps a double click twice': {
    seenIn: 'anthropic-sdk-java #370',
    changes: [['enqueue.ts', 'if (kept) return kept;', 'if (kept) clientId = world.uuid();']],
    telling: { events: ['double click on send'] },
  },
  'begins a piece at another byte': {
    seenIn: 'tus-js-client #255, a file that changed under its reader',
    changes: [
      ['fileBytes.ts', 'subarray(offset - chunk.from, offset - chunk.from + atMost)', 'subarray(0, atMost)'],
    ],
    telling: { events: ['send with files', 'line down', 'crash'] },
  },
  'names its uploads in another order': {
    seenIn: 'uploads finished side by side',
    changes: [
      [
        'sendPieces.ts',
        "uploads: files.map(({ upload }) => upload?.id ?? '')",
        "uploads: files.map(({ upload }) => upload?.id ?? '').reverse()",
      ],
    ],
    telling: { events: ['send with files'] },
  },
  'leaves bytes behind': {
    seenIn: 'Replicache, garbage',
    changes: [
      ['rows.ts', "await tx.objectStore('chunks').delete(", "void (0 && tx.objectStore('chunks').delete("],
      [
        'rows.ts',
        'IDBKeyRange.bound([blobId], [blobId, []]));',
        'IDBKeyRange.bound([blobId], [blobId, []])));',
      ],
    ],
  },
};
