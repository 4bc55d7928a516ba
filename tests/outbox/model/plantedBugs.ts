import type { Change } from '../../support/run/plant.ts';
import type { WireFault } from './names.ts';
import type { EventName } from './schedule.ts';

/**
 * Mistakes made by other queues, each as a change of our source. The model must find every one of them. A place that is no
 * longer found fails the test, so that the list stays current.
 */
export type PlantedBug = {
  seenIn: string;
  /** Changes in `src/outbox`, unless `in` says otherwise. */
  changes: readonly (Omit<Change, 'in'> & Partial<Pick<Change, 'in'>>)[];
  /** The events and faults with which it shows; all by default. */
  focus?: { events?: readonly EventName[]; wireFaults?: readonly WireFault[] };
};

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'deletes before it sends': {
    seenIn: 'workbox-background-sync, QueueStore',
    changes: [
      {
        symbol: 'claim',
        find: "return { todo: 'send', record: $record, $$$rest };",
        instead: "{ await tx.objectStore('outbox').delete($record.seq); $all }",
      },
    ],
  },
  'does not enqueue in a following tab': {
    seenIn: 'TanStack offline-transactions',
    changes: [
      {
        symbol: 'Outbox',
        find: 'const $record = await enqueue($$$args);',
        instead: 'if (this.isFollowing) return { seq: 1e9 }; $all',
      },
      {
        find: 'if ($lock) { const $now = $env.elapsed(); this.$since ??= $now; $$$rest }',
        instead:
          'if ($lock) { this.isFollowing = true; const $now = $env.elapsed(); this.$since ??= $now; $$$rest }',
      },
      {
        find: 'if ($ran) { this.$since = null; return true; }',
        instead: 'if ($ran) { this.isFollowing = false; this.$since = null; return true; }',
      },
    ],
  },
  'deletes a message after a 401': {
    seenIn: 'hercycle-ai #308',
    changes: [
      {
        find: "return transition($tx, $record, 'blocked-auth', $rest);",
        instead: "return $tx.objectStore('outbox').delete($record.seq);",
      },
    ],
  },
  'skips a failed message': {
    seenIn: 'several queues that keep draining',
    changes: [
      {
        find: "return $record.state === 'acked';",
        instead: "return $record.state === 'acked' || $record.state === 'failed';",
      },
    ],
  },
  'takes HTTP 500 for success': {
    seenIn: 'fetch without a check of ok',
    changes: [
      {
        symbol: 'attempt',
        find: 'const $refused = await writeFailure($db, $env, $$$rest);',
        instead:
          'if (asApiError(error).status >= 500) return void (await acknowledge($db, $env, record, { serverId: null, response: null })); $all',
      },
    ],
  },
  'takes a captive portal for success': {
    seenIn: 'Enketo, before it checked the content',
    changes: [
      {
        symbol: 'attempt',
        find: 'const $refused = await writeFailure($db, $env, $$$rest);',
        instead:
          'if (asApiError(error).foreignStatus === 200) return void (await acknowledge($db, $env, record, { serverId: null, response: null })); $all',
      },
    ],
  },
  'accepts responses without the backend’s mark': {
    seenIn: 'our own queue behind a gateway that said 401 for a minute',
    changes: [
      { in: 'src/api', symbol: 'isOurs', find: 'response.headers.has(responseMark)', instead: 'true' },
    ],
    focus: { wireFaults: ['foreign 400', 'foreign 401', 'foreign 403', 'foreign 404', 'foreign 200 JSON'] },
  },
  'takes a foreign 401 for a sign-out': {
    seenIn: 'TanStack offline-transactions, a search for "401" in the text',
    changes: [
      {
        symbol: 'classify',
        find: "if (error.status === 401) return 'unauthorized';",
        instead: "if (error.status === 401 || error.foreignStatus === 401) return 'unauthorized';",
      },
    ],
    focus: { wireFaults: ['foreign 401', '503'] },
  },
  'uses a new key for every try': {
    seenIn: 'element-web #10273',
    changes: [
      {
        symbol: 'sendWithTimeout',
        find: '$env.wire.send($outbound)',
        instead: '$env.wire.send({ ...$outbound, record: { ...$outbound.record, clientId: $env.uuid() } })',
      },
    ],
  },
  'sends as the user who is signed in': {
    seenIn: 'sahidawa #4070, teachLink #588',
    changes: [
      {
        find: 'if ($token.uid !== this.$uid || userOfToken($token.idToken) !== this.$uid) return null;',
        instead: ';',
      },
      {
        symbol: 'claim',
        find: 'headOf($tx, $asking.token.uid, $asking.laneKey, $arrived)',
        instead: 'headOf($tx, $asking.ownerUid, $asking.laneKey, $arrived)',
      },
      {
        find: 'claim($db, $env, { laneKey: $lane, $$$rest })',
        instead: 'claim($db, $env, { laneKey: $lane, ownerUid: this.#uid, $$$rest })',
      },
      { find: 'return !$isLate && userOfToken($idToken) === $record.ownerUid;', instead: 'return !$isLate;' },
    ],
    focus: { events: ['user switch', 'user switch', 'crash'] },
  },
  'drops the store in an upgrade': {
    seenIn: 'workbox-background-sync, matrix-js-sdk',
    changes: [
      {
        symbol: 'openRequest',
        find: 'for (const $step of $steps.slice($oldVersion)) $step($request.result);',
        instead:
          '{ for (const name of [...$request.result.objectStoreNames]) $request.result.deleteObjectStore(name); for (const step of $steps) step($request.result); }',
      },
    ],
  },
  'stores blobs instead of bytes': {
    seenIn: 'WebKit 319985, dexie #1227',
    changes: [
      {
        symbol: 'writeBytes',
        find: '$store.put($chunk, [$blobId, $n])',
        instead: '$store.put(new Blob([$chunk]), [$blobId, $n])',
      },
    ],
  },
  'sends a truncated file': {
    seenIn: 'workbox #1908, OpenMAIC #910',
    changes: [{ symbol: 'readBytes', find: 'if ($held !== $size) return null;', instead: ';' }],
  },
  'never ends a claim': {
    seenIn: 'MeetOnMemory PR #1913',
    changes: [{ find: 'return $record.claim ? $until : 0;', instead: 'return Number.POSITIVE_INFINITY;' }],
  },
  'claims a message that is already claimed': {
    seenIn: 'MeetOnMemory PR #1913',
    changes: [
      {
        symbol: 'claim',
        find: 'let $head = await headOf($$$args);',
        instead:
          "$all if ($head?.state === 'sending' && $head.claim?.holder !== env.holder) $head = { ...$head, state: 'queued' };",
      },
    ],
  },
  'deletes unreadable rows': {
    seenIn: 'redux-offline #383',
    changes: [{ find: "await $tx.objectStore('quarantine').add($row);", instead: ';' }],
  },
  'ignores a full disk': {
    seenIn: 'persister, localStorage quota #1701',
    changes: [
      {
        symbol: 'enqueue',
        find: 'const $stored = await writeDurably($$$args);',
        instead:
          'const $stored = await writeDurably($$$args).catch(() => newRecord(env, owner, draft, clientId));',
      },
    ],
  },
  'orders messages by the clock': {
    seenIn: 'rust-sdk, createdAt sorting',
    changes: [
      {
        symbol: 'claim',
        find: 'let $head = await headOf($tx, $asking.token.uid, $asking.laneKey, $arrived);',
        instead:
          "const lane = (await laneOf($tx, $asking.token.uid, $asking.laneKey)).filter(({ state }) => state !== 'acked'); let $head = lane.sort((a, b) => a.createdAt - b.createdAt)[0] ?? null;",
      },
    ],
    focus: { events: ['clock -1 day', 'clock +1 day', 'line down', 'send'] },
  },
  'accepts a message after the sign-out': {
    seenIn: 'care_fe #16509, a late save of the persister',
    changes: [{ symbol: 'writeAs', find: 'journal.add($$$row)', instead: 'journal.put($$$row)' }],
    focus: { events: ['sign-out', 'second tab opens', 'send'] },
  },
  'purges records and leaves their files': {
    seenIn: 'goal-slot-web #332',
    changes: [{ symbol: 'purgeRecords', find: 'await dropBytes($$$args);', instead: ';' }],
    focus: { events: ['sign-out', 'crash in sign-out', 'send with files', 'line down'] },
  },
  'stops at the first refusal': {
    seenIn: 'DFIR-Companion #215',
    changes: [
      {
        symbol: 'Drain',
        find: 'const $due = this.$busy.has($lane) ? 0 : this.$dueAt($record, $now);',
        instead: "$all if ($record.state === 'failed') { this.#stopped = true; break; }",
      },
    ],
    focus: { wireFaults: ['422', '403'] },
  },
  'enqueues a double click twice': {
    seenIn: 'anthropic-sdk-java #370',
    changes: [
      {
        symbol: 'enqueue',
        find: 'const $kept = await recordById($tx, $id);',
        instead: 'const $kept = null; if (await recordById($tx, $id)) $id = env.uuid();',
      },
    ],
    focus: { events: ['double click on send'] },
  },
  'starts a piece at the wrong byte': {
    seenIn: 'tus-js-client #255, a file that changed under its reader',
    changes: [
      {
        symbol: 'pieceAt',
        find: '$bytes.subarray($from, $to)',
        instead: '$bytes.subarray(0, $to - ($from))',
      },
    ],
    focus: { events: ['send with files', 'line down', 'crash'] },
  },
  'names its uploads in another order': {
    seenIn: 'uploads finished side by side',
    changes: [
      {
        symbol: 'sendPieces',
        find: "uploads: $files.map(({ upload }) => upload?.id ?? ''),",
        instead: "uploads: $files.map(({ upload }) => upload?.id ?? '').reverse()",
      },
    ],
    focus: { events: ['send with files'] },
  },
  'clears the draft before the message is enqueued': {
    seenIn: 'composers that empty themselves on click',
    changes: [
      {
        symbol: 'Outbox',
        find: 'await enqueue($db, $env, $owner, $draft, $files, $id, $beside)',
        instead:
          "await import('./records/draftRows.ts').then((rows) => sent && rows.deleteDraftRow($db, sent)).then(() => enqueue($db, $env, $owner, $draft, $files, $id, { ...$beside, sent: undefined }))",
      },
    ],
    focus: {
      events: ['type', 'send what is typed', 'crash', 'open the chat', 'IDB commit failure', 'quota'],
    },
  },
  'clears the draft after the message is enqueued': {
    seenIn: 'our first composer: half of the sent text came back after a kill',
    changes: [
      {
        symbol: 'Outbox',
        find: 'const $record = await enqueue($db, $env, $owner, $draft, $files, $id, $beside);',
        instead:
          "const $record = await enqueue($db, $env, $owner, $draft, $files, $id, { ...$beside, sent: undefined }); if (sent) await (await import('./records/draftRows.ts')).deleteDraftRow($db, sent);",
      },
    ],
    focus: { events: ['type', 'send what is typed', 'crash', 'open the chat'] },
  },
  'shows the draft of another window only after a reload': {
    seenIn: 'drafts that are read once',
    changes: [{ symbol: 'ShownDrafts', find: 'take($row ?? null, $gone);', instead: ';' }],
    focus: { events: ['type', 'second tab opens', 'open the chat', 'use the windows', 'use the windows'] },
  },
  'sends a draft that another window has changed meanwhile': {
    seenIn: 'a form that deletes whatever is saved under its name',
    changes: [
      {
        symbol: 'ShownDrafts',
        find: 'if (this.#isShown($row, $here) && $here.line === $line) return true;',
        instead: 'return true;',
      },
    ],
    focus: {
      events: [
        'type',
        'type',
        'send what is typed',
        'second tab opens',
        'open the chat',
        'IDB transaction failure',
      ],
    },
  },
  'sends the draft of two windows under two keys': {
    seenIn: 'a key for each press',
    changes: [
      {
        symbol: 'ShownDrafts',
        find: 'const $id = $saved ? ($here.id ?? undefined) : undefined;',
        instead: 'const $id = undefined;',
      },
      // What another window has sent is no change then.
      {
        symbol: 'ShownDrafts',
        find: 'if (!$read) return !$row;',
        instead: 'if (!$row || !$read) return !$row;',
      },
    ],
    focus: { events: ['send it in two windows', 'send it in two windows'] },
  },
  'sends a draft that another window has discarded': {
    seenIn: 'our own draft, until its undo offered again what had been sent',
    changes: [
      {
        symbol: 'ShownDrafts',
        find: 'if (!$read) return !$row;',
        instead: 'if (!$row || !$read) return !$row;',
      },
    ],
    focus: {
      events: ['type', 'open the chat', 'second tab opens', 'discard and undo', 'send what is typed'],
    },
  },
  'looks no more for what it missed while something was typed that is deleted again': {
    seenIn: 'our own draft, which looked after its next write',
    changes: [
      {
        symbol: 'OpenDraft',
        find: 'return this.#store.takeOverDraft(this.owner, this.form);',
        instead: 'return;',
      },
    ],
    focus: {
      events: ['second tab opens', 'open the chat', 'type while the chat opens', 'use the windows'],
    },
  },
  'replaces what another window has taken back': {
    seenIn: 'our own draft, of which the last write counted',
    changes: [
      {
        symbol: 'ShownDrafts',
        find: '!$row.returned || $row.returned === $here.returned || this.#isShown($row, $here)',
        instead: 'true',
      },
    ],
    focus: {
      events: ['type', 'type', 'open the chat', 'second tab opens', 'take a message back', 'line down'],
    },
  },
  'sends what could not be saved under the key of what was saved before': {
    seenIn: 'a key that belongs to the draft, not to its words',
    changes: [
      {
        symbol: 'ShownDrafts',
        find: 'const $saved = $here.writes === 0 && !$here.isUnsaved;',
        instead: 'const $saved = $here.writes === 0;',
      },
    ],
    focus: {
      events: ['quota', 'send it in two windows', 'send it in two windows', 'send it in two windows'],
    },
  },
  'forgets what is typed while a draft is handed over': {
    seenIn: 'composers that empty themselves once the message is sent',
    changes: [
      {
        symbol: 'OpenDraft',
        find: 'this.#rules.rest?.(typedOf(this.#shown), $sent) ?? nothing',
        instead: 'nothing',
      },
    ],
    focus: { events: ['type', 'type', 'send what is typed', 'type while the chat opens', 'draw'] },
  },
  'puts a discarded draft in the place of what was typed since': {
    seenIn: 'our own undo',
    changes: [
      {
        symbol: 'OpenDraft',
        find: 'this.put($join?.($before, $typed) ?? $before);',
        instead: 'this.put($before);',
      },
    ],
    focus: { events: ['type', 'type', 'discard and undo', 'open the chat'] },
  },
  'discards a draft while it becomes a record': {
    seenIn: 'our own discard, which waited for the files of a draft, but not for its hand-over',
    changes: [
      { symbol: 'OpenDraft', find: 'this.#taking || this.#changes > 0', instead: 'this.#taking' },
      { symbol: 'OpenDraft', find: 'this.#step($work).finally($ended)', instead: '$work().finally($ended)' },
    ],
    focus: { events: ['type', 'type while the chat opens', 'discard and undo', 'send what is typed'] },
  },
  'takes a change back in the place of what is typed meanwhile': {
    seenIn: 'our own forms, which looked before the transaction only',
    changes: [
      {
        symbol: 'OpenDraft',
        find: "if (!$join && !isNothing($before)) throw new OutboxError('has-draft');",
        instead: ';',
      },
    ],
    focus: { events: ['take an update back', 'take an update back', 'line down'] },
  },
  'leaves drafts on the device after the sign-out': {
    seenIn: 'care_fe #16509, drafts beside the queue',
    changes: [
      {
        symbol: 'purgeTyped',
        find: 'return purgeDrafts($db, $which);',
        instead: 'return Promise.resolve();',
      },
    ],
    focus: { events: ['type', 'type', 'sign-out', 'crash in sign-out'] },
  },
  'forgets the shot of an answer': {
    seenIn: 'a field that the reading of stored rows leaves out',
    changes: [
      {
        symbol: 'MessagePayload',
        find: 'shot: v.exactOptional(v.string()),',
        instead: 'unused: v.exactOptional(v.string())',
      },
    ],
    focus: { events: ['answer a shot', 'killed while answering'] },
  },
  'forgets which message a mark goes after': {
    seenIn: 'a field that the reading of stored rows leaves out',
    changes: [
      {
        symbol: 'CommonFields',
        find: 'after: v.exactOptional(v.string()),',
        instead: 'unused: v.exactOptional(v.string())',
      },
    ],
    focus: { events: ['send and mark', 'send and mark'] },
  },
  'sends a mark beside its message': {
    seenIn: 'lanes that know nothing of each other',
    changes: [{ symbol: 'headDueAt', find: 'if ($record.after !== undefined) return null;', instead: ';' }],
    focus: { events: ['send and mark', 'toggle'] },
  },
  'never lets the marks of a message go': {
    seenIn: 'a queue with dependencies and no end of them',
    changes: [{ symbol: 'acknowledge', find: 'await releaseFollowers($tx, $record);', instead: ';' }],
    focus: { events: ['send and mark'] },
  },
  'deletes a message and leaves its marks': {
    seenIn: 'a queue with dependencies that are not deleted',
    changes: [
      {
        find: "for (const $record of [$found, ...$followers]) await removeRecord($tx, $record, 'cancelled');",
        instead: "await removeRecord($tx, $found, 'cancelled');",
      },
    ],
    focus: { events: ['send and mark', 'send and mark', 'cancel', 'line down'] },
  },
  'puts a mark that goes after a message in the place of what was chosen before': {
    seenIn: 'our first registers: with the message, the earlier choice was deleted too, even on its way',
    changes: [{ symbol: 'storeChoice', find: 'if (isFollower($next)) { $$$rest }', instead: ';' }],
    focus: { events: ['send and mark', 'send and mark', 'cancel', 'take a message back', 'line down'] },
  },
  'takes the arrival of a choice for that of the one behind it': {
    seenIn: 'our own toggles, one record for each',
    changes: [
      {
        symbol: 'acknowledge',
        find: 'if ($record.clientId !== $sent.clientId) { $$$rest }',
        instead: ';',
      },
    ],
    focus: { events: ['toggle', 'toggle', 'save a shot', 'save a shot', 'set a due date'] },
  },
  'takes the refusal of a choice for that of the one behind it': {
    seenIn: 'our own toggles: a refused one was tried again and undid a later one',
    changes: [
      {
        symbol: 'writeFailure',
        find: 'const $isWanted = $record.clientId === $mine.clientId;',
        instead: 'const $isWanted = true;',
      },
    ],
    focus: { events: ['toggle', 'toggle', 'save a shot', 'save a shot'], wireFaults: ['403', '422'] },
  },
  'gives every choice the same number': {
    seenIn: 'a status that is set by whatever request comes last',
    changes: [{ symbol: 'nextOrder', find: 'number: $number + 1,', instead: 'number: 1' }],
    focus: { events: ['toggle', 'toggle', 'save a shot', 'set a due date'] },
  },
  'carries out an older choice of the same device': {
    seenIn: 'our first server, which set the status of a message unconditionally',
    changes: [
      {
        in: 'server/data/choice.ts',
        find: 'if ($own && $choice.number <= $own.number) return false;',
        instead: '',
      },
    ],
    focus: {
      events: ['toggle', 'toggle', 'crash'],
      wireFaults: ['commit after the timeout', 'request lost'],
    },
  },
  'forgets what a device has chosen once another one has chosen': {
    seenIn:
      'our own server, until a schedule carried out such a choice late, of a device whose clock was set back',
    changes: [
      {
        in: 'server/data/choice.ts',
        find: 'return $stored ? [$stored, ...($stored.others ?? [])] : [];',
        instead: 'return $stored ? [$stored] : [];',
      },
    ],
    focus: {
      events: [
        'chosen again before the first arrives',
        'chosen again before the first arrives',
        'crash',
        'clock +1 day',
        'older mark of another device',
        'older mark of another device',
      ],
      wireFaults: ['commit after the timeout', 'request lost'],
    },
  },
  'carries out an older choice of another device': {
    seenIn: 'our first server, which set the status of a message unconditionally',
    changes: [
      { in: 'server/data/choice.ts', find: 'return $choice.at > $stored.at;', instead: 'return true;' },
    ],
    focus: { events: ['toggle', 'marked on another device', 'older mark of another device'] },
  },
  'dates a choice by when it is sent': {
    seenIn: 'timestamps of the request',
    changes: [
      {
        symbol: 'secondsAgo',
        find: 'return $ms === null ? null : Math.floor($ms / 1000);',
        instead: 'return record.order ? 0 : $ms === null ? null : Math.floor($ms / 1000);',
      },
    ],
    focus: { events: ['toggle', 'toggle', 'marked on another device', 'line down', 'line down'] },
  },
  'takes the version after a deliverable for that of the change behind it': {
    seenIn: 'our first deliverables',
    changes: [
      {
        symbol: 'versionAfter',
        find: 'if ($fitsAny && $before !== $payload.version) return null;',
        instead: ';',
      },
    ],
    focus: {
      events: [
        'add a deliverable',
        'add a deliverable',
        'update a job',
        'held and cancelled on two devices',
        'line down',
      ],
    },
  },
  'sends the changes of one checklist side by side': {
    seenIn: 'a lane for each record',
    changes: [
      {
        symbol: 'shot',
        find: 'lane: $lane,',
        instead: 'lane: ({ clientId }) => clientId',
      },
    ],
    focus: { events: ['save a shot', 'save a shot', 'save a shot', 'line down'] },
  },
  'takes all snoozes for one choice': {
    seenIn: 'a register named by its kind alone',
    changes: [
      { symbol: 'snooze', find: 'lane: $lane,', instead: "lane: () => 'snooze'" },
      { symbol: 'snooze', find: 'of: ({ jobId }) => jobId,', instead: 'of: () => "mine"' },
    ],
    focus: {
      events: ['snooze a conversation', 'snooze a conversation', 'snooze a conversation', 'line down'],
    },
  },
  'takes all saved replies for one choice': {
    seenIn: 'a register named by whose it is',
    changes: [
      {
        symbol: 'savedReply',
        find: 'lane: $lane,',
        instead: "lane: () => 'reply'",
      },
      { symbol: 'savedReply', find: 'of: ({ replyId }) => replyId,', instead: 'of: () => "mine"' },
    ],
    focus: { events: ['save a reply', 'save a reply', 'save a reply', 'line down'] },
  },
  'takes all named views for one choice': {
    seenIn: 'a register named by its kind alone',
    changes: [
      { symbol: 'view', find: 'lane: $lane,', instead: "lane: () => 'view'" },
      { symbol: 'view', find: 'of: ({ viewId }) => viewId,', instead: 'of: () => "mine"' },
    ],
    focus: { events: ['save a view', 'save a view', 'save a view', 'line down'] },
  },
  'puts the notes of a job behind its messages': {
    seenIn: 'one lane for all that is written on a job',
    changes: [
      {
        symbol: 'note',
        find: 'lane: $lane,',
        instead: "lane: ({ jobId }) => 'job:'.concat(jobId)",
      },
    ],
    focus: { events: ['add a note', 'add a note', 'send'], wireFaults: ['403', '422'] },
  },
  'sends the notes of a job side by side': {
    seenIn: 'a lane for each record',
    changes: [
      {
        symbol: 'note',
        find: 'lane: $lane,',
        instead: 'lane: ({ clientId }) => clientId',
      },
    ],
    focus: { events: ['add a note', 'add a note', 'add a note', 'line down'] },
  },
  'stores a note as a message': {
    seenIn: 'a note that is a message with a flag',
    changes: [
      {
        symbol: 'newRecord',
        find: 'payload: $draft.payload,',
        instead:
          "payload: { fromUserType: 'EMPLOYEE', jobReporter: '', assignedTo: '', ...$draft.payload }, ...($draft.kind === 'note' && { kind: 'message' })",
      },
    ],
    focus: { events: ['add a note', 'look', 'look at the notes'] },
  },
  'shows a waiting note in the chat': {
    seenIn: 'one list of all that is written on a job',
    changes: [
      {
        symbol: 'echoesOf',
        find: 'return $record.kind === $kind;',
        instead: "return $record.kind === 'message' || $record.kind === 'note';",
      },
    ],
    focus: { events: ['add a note', 'look', 'line down'] },
  },
  'takes a note back and saves no draft': {
    seenIn: 'editors that take over what they delete',
    changes: [{ symbol: 'returnToDraft', find: "await tx.objectStore('drafts').put($row);", instead: ';' }],
    focus: { events: ['take a note back', 'take a note back', 'crash'] },
  },
  'takes a note back and sends it all the same': {
    seenIn: 'editors that copy',
    changes: [
      { symbol: 'returnToDraft', find: "await removeRecord($tx, $record, 'cancelled');", instead: ';' },
    ],
    focus: { events: ['take a note back', 'take a note back', 'line down'] },
  },
  'sends the shots behind a refused one': {
    seenIn: 'several queues that keep draining',
    changes: [
      {
        find: "return $record.state === 'acked';",
        instead:
          "return $record.state === 'acked' || ($record.state === 'failed' && $record.kind === 'shot');",
      },
    ],
    focus: { events: ['save a shot', 'save a shot', 'save a shot'], wireFaults: ['403', '422'] },
  },
  'purges drafts and leaves the bytes of their files': {
    seenIn: 'goal-slot-web #332',
    changes: [{ symbol: 'purgeDrafts', find: 'await sweep($tx);', instead: ';' }],
    focus: { events: ['choose a file', 'choose a file', 'sign-out', 'crash in sign-out'] },
  },
  'saves the bytes of a chosen file after the sign-out': {
    seenIn: 'our own drafts, which checked the text only',
    changes: [
      { symbol: 'putFileBytes', find: '$db.writeAs($uid, $$$rest)', instead: "$db.writeAs('', $$$rest)" },
    ],
    focus: { events: ['choose a file', 'window in limbo'] },
  },
  'takes all devices of a user for one': {
    seenIn: 'counters that every device begins anew',
    changes: [
      {
        symbol: 'nextOrder',
        find: 'await $devices.put($next, $uid);',
        instead: "$all next.device = 'the device';",
      },
    ],
    focus: { events: ['toggle', 'toggle', 'second device chooses', 'second device chooses'] },
  },
  'signs out and lets open windows go on writing': {
    seenIn: 'our own outbox before the database refused it',
    changes: [
      { symbol: 'beginSignOut', find: 'if (!$keep) await $journal.put($row, guardOf($uid));', instead: ';' },
    ],
    focus: { events: ['window in limbo'] },
  },
  'leaves the bytes of sent files behind': {
    seenIn: 'Replicache, garbage',
    changes: [{ symbol: 'dropBytes', find: "await $tx.objectStore('chunks').delete($range);", instead: ';' }],
  },
  'sends what is behind a record of a later build': {
    seenIn: 'queues that skip what they cannot read',
    changes: [
      { symbol: 'headOf', find: 'if ($row && needsNewerApp($row)) return null;', instead: ';' },
      { symbol: 'headsOf', find: '$isHead || needsNewerApp($row.value)', instead: '$isHead' },
    ],
    focus: { events: ['record of a later build', 'send'] },
  },
  'quarantines the record of a later build': {
    seenIn: 'our own quarantine before records said what they need',
    changes: [
      {
        symbol: 'isUnreadable',
        find: 'readRecord($row) === null && !needsNewerApp($row)',
        instead: 'readRecord($row) === null',
      },
    ],
    focus: { events: ['record of a later build', 'crash'] },
  },
  'writes without asking whether the user has signed out': {
    seenIn: 'care_fe #16509, a door without its guard',
    changes: [
      { symbol: 'writeAs', find: 'journal.add($$$row).catch($$$then);', instead: ';' },
      { symbol: 'writeAs', find: 'journal.delete($$$key).catch($$$then);', instead: ';' },
    ],
    focus: { events: ['window in limbo', 'sign-out', 'second tab opens', 'send'] },
  },
  'takes a message back and leaves its marks': {
    seenIn: 'a queue with dependencies that are not deleted',
    changes: [
      {
        symbol: 'returnToDraft',
        find: '[$record, ...(await followersOf($tx, $record))]',
        instead: '[$record]',
      },
    ],
    focus: { events: ['send and mark', 'send and mark', 'take a message back', 'line down'] },
  },
  'takes back a message that may have arrived': {
    seenIn: 'editors that take over what they delete',
    changes: [
      {
        symbol: 'returnToDraft',
        find: "if ($record.state !== 'failed' && this.$arrived($record)) throw new OutboxError('being-sent');",
        instead: ';',
      },
    ],
    focus: {
      events: ['take a message back', 'take a message back', 'send what is typed', 'line down'],
      wireFaults: ['response lost after commit', '502 after commit'],
    },
  },
  'takes all shots of a list for one choice': {
    seenIn: 'a register named by its lane',
    changes: [
      { symbol: 'shot', find: 'of: ({ shotId }) => shotId,', instead: 'of: ({ service }) => service' },
    ],
    focus: { events: ['save a shot', 'save a shot', 'save a shot', 'line down'] },
  },
  'puts a deleted record back over another one after the storage was cleared': {
    seenIn: 'our own undo: numbers begin anew there',
    changes: [
      {
        symbol: 'restore',
        find: '$store.put({ ...$free, ...($isFree && { seq: $seq }) })',
        instead: '$store.put({ ...$free, seq: $seq })',
      },
    ],
    focus: { events: ['cancel and undo', 'cancel and undo', 'storage cleared', 'send', 'line down'] },
  },
  'puts a deleted choice back beside a later one': {
    seenIn: 'our own undo',
    changes: [{ symbol: 'restore', find: 'if (await isSuperseded($tx, $one)) continue;', instead: ';' }],
    focus: { events: ['save a shot', 'save a shot', 'cancel and undo', 'cancel and undo', 'line down'] },
  },
  'remembers what was delivered after the storage was cleared': {
    seenIn: 'our own pass: a message with the number of a delivered one was passed over',
    changes: [
      {
        symbol: 'claim',
        find: 'request.arrived.get(tx.db)',
        instead: 'request.arrived.get(request.arrived)',
      },
      {
        symbol: 'claim',
        find: 'request.arrived.set(tx.db, $arrived)',
        instead: 'request.arrived.set(request.arrived, $arrived)',
      },
    ],
    focus: { events: ['storage cleared', 'send', 'send', 'send'], wireFaults: ['429'] },
  },
  'leaves what a later build has queued after the sign-out': {
    seenIn: 'purges that read what they delete',
    changes: [
      {
        symbol: 'purgeRecords',
        find: '({ ownerUid }) => ownerUid === uid',
        instead: '(row) => row.ownerUid === uid && !row.needs',
      },
    ],
    focus: { events: ['record of a later build', 'sign-out', 'crash in sign-out'] },
  },
  'leaves the name of the device after the sign-out': {
    seenIn: 'a store that was added after the purge was written',
    changes: [
      { symbol: 'purgeRecords', find: "await $tx.objectStore('devices').delete($uid);", instead: ';' },
    ],
    focus: { events: ['toggle', 'sign-out', 'crash in sign-out'] },
  },
  'refuses what its user writes after they have signed in again': {
    seenIn: 'locks that nobody opens',
    changes: [{ symbol: 'mirrorSession', find: 'await $journal.delete(guardOf($uid));', instead: ';' }],
    focus: { events: ['sign-out', 'user switch', 'send'] },
  },
  'takes a message back without its files': {
    seenIn: 'editors that copy the text only',
    changes: [
      {
        symbol: 'returnToDraft',
        find: '[...(await copyToDraft($tx, $record)), ...$files]',
        instead: '[...$files]',
      },
    ],
    focus: { events: ['take a message back', 'take a message back', 'line down'] },
  },
  'stores the marks of a message in transactions of their own': {
    seenIn: 'our first answers, whose marks were lost with the page',
    changes: [
      {
        symbol: 'enqueue',
        find: 'const $stored = await writeDurably($db, $uid, $sent, $work);',
        instead:
          '$all for (const follower of followers) await writeDurably($db, $uid, undefined, async (tx) => (await recordById(tx, clientId)) && addOrChoose(tx, env, { ...newRecord(env, owner, follower, env.uuid()), after: clientId }));',
      },
      {
        symbol: 'enqueue',
        find: 'for (const $mark of $marks) await addOrChoose($$$args);',
        instead: ';',
      },
    ],
    focus: { events: ['send and mark', 'killed between message and marks'] },
  },
  'deletes what is on its way': {
    seenIn: 'queues whose delete button is always there',
    changes: [
      {
        symbol: 'mayDelete',
        find: "$state === 'sending' ? $claim?.filesOnly === true : $state !== 'acked'",
        instead: "$state !== 'acked'",
      },
      {
        symbol: 'removeRecord',
        find: "if ($record.state === 'sending' && !$record.claim?.filesOnly) throw $error;",
        instead: ';',
      },
    ],
    focus: { events: ['cancel', 'cancel', 'line down'] },
  },
  'lets a mark go beside what was chosen before': {
    seenIn: 'registers that forget that they are one',
    changes: [
      {
        symbol: 'releaseFollowers',
        find: 'const $register = $others.find($isFree);',
        instead: 'const $register = undefined;',
      },
    ],
    focus: { events: ['toggle', 'toggle', 'send and mark', 'send and mark', 'line down'] },
  },
  'lets a mark that was put back take the place of a later one': {
    seenIn: 'our own undo, where two messages marked the same one',
    changes: [
      {
        symbol: 'releaseFollowers',
        find: 'if ($register && !isEarlier($register, $follower)) continue;',
        instead: ';',
      },
      {
        symbol: 'releaseFollowers',
        find: 'for (const $other of $others) if (isFollower($other) && isEarlier($other, $follower)) await removeRecord($$$args);',
        instead: ';',
      },
    ],
    focus: {
      events: [
        'send and mark',
        'send and mark',
        'send and mark',
        'cancel and undo',
        'cancel and undo',
        'line down',
      ],
    },
  },
  'leaves a mark behind what was chosen since': {
    seenIn: 'registers that forget that they are one',
    changes: [
      {
        symbol: 'storeChoice',
        find: "for (const $other of $before) if ($other !== $place) await removeRecord($tx, $other, 'cancelled');",
        instead: ';',
      },
    ],
    focus: { events: ['toggle', 'toggle', 'send and mark', 'send and mark', 'line down'] },
  },
  'saves the uploads of a picture in the choice that replaced it': {
    seenIn: 'a claim that names a place and not what is in it',
    changes: [{ symbol: 'extendClaim', find: 'if ($record.clientId !== $clientId) return;', instead: ';' }],
    focus: { events: ['save a shot', 'save a shot', 'save a shot', 'save a shot'] },
  },
  'says that a change is undone which has left with its window': {
    seenIn: 'our own undo, which asked only whether a request was answered',
    changes: [
      {
        symbol: 'isUnsentHere',
        find: 'return $attempts === 0 && $written.holder === $holder;',
        instead: 'return $attempts === 0;',
      },
    ],
    focus: { events: ['window closes before a change leaves', 'window closes before a change leaves'] },
  },
  'sends a change before its time to undo it is over': {
    seenIn: 'our own worker and every reload, had they not been told',
    changes: [{ symbol: 'dueAt', find: '$held > 0 ? $now.at + $held : 0', instead: '0' }],
    focus: { events: ['change and undo', 'worker runs', 'line down'] },
  },
  'sends an undone change as its window closes': {
    seenIn: 'our first request that outlives its page',
    changes: [
      {
        symbol: 'takeOut',
        find: 'if ($undoable) $undoable.isTaken = true;',
        instead: ';',
      },
    ],
    focus: { events: ['change and undo', 'window closes before a change leaves'] },
  },
  'sends again, as its window closes, what was refused before': {
    seenIn: 'our own request that outlives its page: deleted in the next window, the change was made',
    changes: [{ symbol: 'onClaim', find: 'this.$undoable.delete($id);', instead: ';' }],
    focus: {
      events: [
        'window closes before a change leaves',
        'window closes before a change leaves',
        'second tab opens',
      ],
    },
  },
  'offers to undo a discard that the device has refused': {
    seenIn:
      'our own drafts: another window still showed what was discarded, and sent it before it was put back',
    changes: [
      { symbol: 'OpenDraft', find: "if ($dropped === 'refused') return this.#keep($$$rest);", instead: ';' },
    ],
    focus: {
      events: [
        'discard and undo',
        'discard and undo',
        'second tab opens',
        'use the windows',
        'type',
        'send what is typed',
      ],
    },
  },
};
