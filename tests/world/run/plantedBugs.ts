import type { Change } from '../../support/run/plant.ts';
import type { EventName } from '../events/events.ts';
import type { UserName } from '../World.ts';
import { plantedLosses } from './plantedLosses.ts';
import { ofRights, plantedWindows } from './plantedWindows.ts';

/** A mistake across the border between app and server, and the events in which it may show: it is hunted with many of them. */
export type PlantedBug = {
  changes: readonly Change[];
  events: readonly EventName[];
  /** Who is there in any case. */
  team?: readonly UserName[];
};

const one = (change: Change, ...events: EventName[]): PlantedBug => ({ changes: [change], events });

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  ...plantedLosses,
  ...plantedWindows,
  'an idempotency key is ignored': one({
    in: 'server/writes',
    symbol: 'onceIn',
    find: '$write && !(await claimKey($$$args))',
    instead: '(await claimKey($$$args)) === undefined',
  }),
  'a write answers before its commit': one(
    {
      in: 'server/http/route.ts',
      symbol: 'writeWith',
      find: 'await services.db.tx($work)',
      instead:
        'await new Promise((resolve, reject) => services.db.tx(async (db) => { const done = await inOrder(request, { upload, prepared }, db); resolve(done); return done; }).catch(reject))',
    },
    'kill a server',
    'kill a server',
    'start a server',
  ),
  'a response is repeated to who has lost the right to it': {
    ...one(
      {
        in: 'server/data/idempotency.ts',
        find: "if (!hasRightsOf($$$args)) throw new Refusal('forbidden');",
        instead: ';',
      },
      'take the right as a write is answered',
      'take the right as a write is answered',
      'make them an employee again',
      'deliver a file',
    ),
    team: ofRights,
  },
  'one token speaks for every user': one({
    in: 'server/auth',
    symbol: 'verifiedOnce',
    find: "hash('sha256', token, 'base64url')",
    instead: "hash('sha256', 'token', 'base64url')",
  }),
  'any client reads the chat of a job': one(
    {
      in: 'server/data/messages/conversation.ts',
      symbol: 'listed',
      find: 'onlyJobsOf(reader)',
      instead: 'null',
    },
    'ask for any job',
  ),
  'any client reads the page of a job': one(
    {
      in: 'server/data/jobs/jobs.ts',
      symbol: 'jobRow',
      find: '[jobId, onlyJobsOf(reader)]',
      instead: '[jobId, null]',
    },
    'ask for any job',
  ),
  'a client reads the notes of staff': one(
    {
      in: 'server/calls/staffNoteCalls.ts',
      symbol: 'staffNotes',
      find: 'access: staff,',
      instead: "access: ['ADMIN', 'EMPLOYEE', 'CLIENT']",
    },
    'ask for any job',
    'add a note',
  ),
  'the list of jobs is that of everybody': one({
    in: 'server/data/jobs/jobQuery.ts',
    find: 'const own = onlyJobsOf($reader);',
    instead: 'const own = null as ReturnType<typeof onlyJobsOf>;',
  }),
  'live events go to everybody': one({
    in: 'server/live',
    symbol: 'eventsFor',
    find: 'mayReceive($$$args)',
    instead: 'true',
  }),
  'a stream outlives the rights of its user': {
    ...one(
      {
        in: 'server/live',
        symbol: 'endsFor',
        find: 'changesRights && $rest',
        instead: 'false',
      },
      'make the employee a client',
      'open the page',
    ),
    team: ofRights,
  },
  'a push is for whoever was staff': {
    ...one(
      {
        in: 'server/data/notify/pushFacts.ts',
        symbol: 'jobOf',
        find: 'const staff = isOfFirm({ userType });',
        instead: 'const staff = true;',
      },
      'take the right as a push is posted',
      'take the right as a push is posted',
      'make them an employee again',
      'hide',
    ),
    team: ofRights,
  },
  'a push that was accepted is posted again': one({
    in: 'server/push',
    symbol: 'save',
    find: "await finishTask($tx, $task, { now: $now, outcome: 'ACCEPTED' });",
    instead: 'await rescheduleTask($tx, $task, { runAfter: task.runAfter + 5, counts: true });',
  }),
  'an email that was sent waits again': one({
    in: 'server/mail',
    symbol: 'emailHandler',
    find: "await db.tx(($tx) => endEmail($tx, task, { $$$rest, outcome: 'SENT' }));",
    instead: 'await rescheduleTask(db, task, { runAfter: task.runAfter + 5, counts: true });',
  }),
  'a reply is posted by each server that gets it': one(
    {
      in: 'server/replies/postReply.ts',
      symbol: 'write',
      find: 'key: $key,',
      instead: 'key: $key + Math.random()',
    },
    'answer an email',
    'start a server',
    'change the status',
  ),
  'the counts of a client are those of everybody': one({
    in: 'server/data/jobs/stats.ts',
    find: 'const isOfAll = $condition;',
    instead: 'const isOfAll = true;',
  }),
  'a client counts messages to nobody': one({
    in: 'server/data/messages/inbox.ts',
    symbol: 'addresseesOf',
    find: '$condition ? $two : $single',
    instead: '$two',
  }),
  'a sender’s live message lacks its key': one({
    in: 'server/live',
    symbol: 'withOwnKey',
    find: 'return { ...$happened, message: $message };',
    instead: 'return $happened;',
  }),
  'messages are in the order of their arrival': one({
    in: 'src/cache/patch.ts',
    symbol: 'withMessage',
    find: 'messages.toSpliced($at, 0, message)',
    instead: '[...messages, message]',
  }),
  'a message that comes twice is shown twice': one({
    in: 'src/cache/patch.ts',
    symbol: 'withMessage',
    find: 'if ($known) return messages;',
    instead: ';',
  }),
  'a read hides what came while it was under way': one(
    {
      in: 'src/cache/apply.ts',
      symbol: 'onCacheEvent',
      find: 'if ($some) patchQuery(query, $later);',
      instead: ';',
    },
    'open a chat',
    'mark a message',
    'have reads answered late',
  ),
  'a stream begins anew without its cursor': one(
    {
      in: 'src/live/receiver.ts',
      symbol: 'stream',
      find: 'await readStream({ cursor, $$$rest });',
      instead: 'await readStream({ cursor: null, $$$rest });',
    },
    'go offline',
    'come online',
    'kill a server',
  ),
  'what was missed is not read again': one(
    {
      in: 'src/live/createLive.ts',
      symbol: 'applyBatch',
      find: 'if (missed) applyGap();',
      instead: ';',
    },
    'go offline',
    'come online',
    'kill a server',
    'kill a server',
    'write',
    'forget events',
  ),
  'a lost response counts as a refusal': one({
    in: 'src/outbox/sending/writeFailure.ts',
    symbol: 'classify',
    find: "$error.definite ? 'failed' : 'uncertain'",
    instead: "'failed'",
  }),
  'a repeat has a key of its own': one({
    in: 'src/outbox/sending/writeFailure.ts',
    find: "return transition(tx, record, 'uncertain', { $$$rest });",
    instead:
      "return transition(tx, record, 'uncertain', { $$$rest, clientId: env.uuid() } as Partial<OutboxRecord>);",
  }),
  'what may have arrived can be undone': one(
    {
      in: 'src/outbox/Outbox.ts',
      symbol: 'discardUnsent',
      find: '!this.#mayHaveArrived($record)',
      instead: '$record !== undefined',
    },
    'take back',
    'go offline',
  ),
  'a sent message leaves before it is read': one(
    {
      in: 'src/outbox/Outbox.ts',
      symbol: 'removeLinked',
      find: 'ack !== null && $rest',
      instead: 'ack !== null',
    },
    'open a chat',
    'write',
    'open another window',
    'go to the other window',
    'have reads answered late',
  ),
  'what a kill interrupted counts as sent': one(
    {
      in: 'src/outbox/sending/claim.ts',
      symbol: 'claim',
      find: 'head = await resume(tx, head);',
      instead:
        "if (head.state === 'sending') { await transition(tx, head, 'acked', { claim: null, ack: { at: now, serverId: '' } }); return { todo: 'rest', dueAt: now }; } head = await resume(tx, head);",
    },
    'kill the page',
    'open the page',
    'go offline',
  ),
  'what a kill interrupted counts as not sent': one(
    {
      in: 'src/outbox/sending/claim.ts',
      symbol: 'resume',
      find: "return transition(tx, head, 'uncertain', $rest);",
      instead:
        "return transition(tx, head, 'uncertain', free).then((one) => transition(tx, one, 'queued', { maybeSent: false }));",
    },
    'kill the page as it is answered',
    'kill the page as it is answered',
    'open the page',
    'go offline',
    'take back',
  ),
  'a portal’s page counts as a response': one(
    {
      in: 'src/api/http.ts',
      symbol: 'send',
      find: 'noteServerDate(assertOurs($response));',
      instead: 'noteServerDate($response);',
    },
    'write',
    'send',
  ),
  'a read of the backend replaces a screen without its message': one(
    {
      in: 'src/outbox/queries/echoes.ts',
      symbol: 'echoesOf',
      find: 'here.has($key)',
      instead: 'false',
    },
    'open a chat',
    'go offline',
  ),
};
