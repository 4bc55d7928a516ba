import { guardOf } from '../../../src/outbox/records/database.ts';
import { checkChoices, checkLate, checkRegisters, noteChoices, picturesOf } from './choices.ts';
import { type RawRow, rawRecords, rawRows, rawValues } from './device.ts';
import { isGone } from './leaving.ts';
import { intentOf } from './person.ts';
import type { Intent, Scene } from './Scene.ts';
import { checkSent, checkTyped, draftFiles, draftTexts } from './typing.ts';

/** The transitions as designed, deliberately repeated here. */
const designed: Readonly<Record<string, readonly string[]>> = {
  new: ['queued'],
  queued: ['sending', 'uncertain', 'acked', 'gone'],
  sending: ['queued', 'uncertain', 'failed', 'blocked-auth', 'acked', 'gone'],
  uncertain: ['queued', 'sending', 'acked', 'gone'],
  failed: ['queued', 'uncertain', 'acked', 'gone'],
  'blocked-auth': ['queued', 'uncertain', 'sending', 'acked', 'gone'],
  acked: ['gone'],
};

/** Checks every rule against the events of a scene. */
export class Watch {
  readonly #scene: Scene;
  #rows = new Map<number, RawRow>();
  #clearings = 0;
  /** The message that each mark goes after, as it was first stored, by the keys of both. */
  readonly #leaders = new Map<string, string>();

  constructor(scene: Scene) {
    this.#scene = scene;
    scene.device.onCommitted = () => this.afterCommit();
  }

  /** Returns the committed rows: one may be gone in a transaction that is about to fail. */
  pending(uid: string): RawRow[] {
    return [...this.#rows.values()].filter((row) => row.ownerUid === uid && row.state !== 'acked');
  }

  /** Checks the rows after every transaction that wrote. */
  afterCommit(): void {
    const scene = this.#scene;
    const rows = new Map<number, RawRow>();
    // Sequence numbers start again then.
    if (this.#clearings !== scene.clearings) this.#rows = new Map();
    this.#clearings = scene.clearings;
    for (const row of rawRows(scene.device)) if (row.state) rows.set(row.seq, row);
    noteChoices(scene, rows.values());
    checkRegisters(scene, rows.values());
    this.#noteDeleted(rows.values());
    for (const { clientId, after } of rows.values()) if (after) this.#leaders.set(clientId, after);
    for (const [seq, row] of rows) {
      const { device, number = 0 } = this.#rows.get(seq)?.order ?? {};
      const isLater = !row.order || row.order.device !== device || row.order.number >= number;
      scene.check('11 choices', isLater, () => `${row.clientId} took the place of a later choice`);
      const from = this.#rows.get(seq)?.state ?? 'new';
      if (from === row.state) continue;
      const isPutBack = from === 'new' && scene.restored.has(row.clientId);
      const isDesigned = isPutBack || (designed[from]?.includes(row.state) ?? false);
      scene.check('6 transitions', isDesigned, () => `${row.clientId} went from ${from} to ${row.state}`);
      const { marks = 0 } = (from === 'new' && !isPutBack && scene.intents.get(row.clientId)) || {};
      if (marks > 0) {
        const there = [...rows.values()].filter(({ after }) => after === row.clientId).length;
        scene.check('11 choices', there === marks, () => `${row.clientId} is stored without its marks`);
      }
      if (row.state === 'sending') {
        const leader = this.#leaders.get(row.clientId);
        const waits = [...rows.values()].some((one) => one.clientId === leader && one.state !== 'acked');
        scene.check('11 choices', !waits, () => `${row.clientId} goes before ${leader}`);
        const isFirst = ![...rows.values()].some(
          (other) =>
            other.ownerUid === row.ownerUid &&
            inOneLane(other, row) &&
            other.seq < row.seq &&
            other.state !== 'acked',
        );
        scene.check('21 refused', isFirst, () => `${row.clientId}, a ${row.kind}, goes before another one`);
      }
      if (row.state === 'sending') this.#checkHeld(row);
      if (row.state === 'sending' && scene.laterRows.size > 0) {
        const passed = rawRows(scene.device).some(
          (one) =>
            scene.laterRows.has(one.clientId) &&
            one.ownerUid === row.ownerUid &&
            one.laneKey === row.laneKey &&
            one.seq < row.seq,
        );
        scene.check('26 later build', !passed, () => `${row.clientId} goes before one of a later build`);
      }
      if (row.state === 'acked') this.#checkAcked(row);
      if (row.state === 'failed' || row.state === 'blocked-auth') this.#checkStopped(row);
    }
    const keys = new Set([...rows.values()].map(({ clientId }) => clientId));
    // One that takes the place of another has that one's number from then on.
    for (const [seq, row] of this.#rows)
      if (!rows.has(seq) && !keys.has(row.clientId)) this.#checkVanished(row, rows);
    this.#rows = rows;
    checkSent(scene);
    if (scene.purgedUid !== null) isGone(scene, scene.purgedUid);
  }

  /** Notes what was stored after a sign-out was pressed, but before the database knew: it goes too. */
  #noteDeleted(rows: Iterable<RawRow>): void {
    const { deletingUid: uid, device } = this.#scene;
    if (uid === null) return;
    const journal = rawRecords(device, 'journal')?.values() ?? [];
    if ([...journal].some(({ key }) => key === guardOf(uid))) return;
    for (const row of rows) {
      const intent = row.ownerUid === uid ? intentOf(this.#scene, row) : undefined;
      if (intent) intent.touches ||= 1;
    }
  }

  /** A change that is held back leaves at its time, or once its `undoWindowMs` was taken away. */
  #checkHeld({ clientId, undoWindowMs = 0 }: RawRow): void {
    const scene = this.#scene;
    const { at = 0 } = scene.intents.get(clientId) ?? {};
    const isTurned = scene.clockTurns.some((turn) => turn >= at);
    if (undoWindowMs === 0 || isTurned) return;
    const heldFor = scene.sim.now - at;
    scene.check('28 undo', heldFor >= undoWindowMs, () => `${clientId} left after ${heldFor} ms`);
  }

  #isCommitted(row: RawRow): boolean {
    return this.#scene.backend.commits.some((commit) => commit.clientId === row.clientId);
  }

  #checkVanished(row: RawRow, rows: ReadonlyMap<number, RawRow>): void {
    const intent = this.#scene.intents.get(row.clientId);
    this.#checkTakenBack(row, intent);
    const { made, hasPurged, undecided, backend } = this.#scene;
    const choice = made.get(row.clientId);
    const isOfKey = ({ clientId }: RawRow) => choice && made.get(clientId)?.key === choice.key;
    const givesWay = backend.refused.has(row.clientId) && [...rows.values()].some(isOfKey);
    if (row.state === 'sending' && !hasPurged && !this.#isCommitted(row)) {
      const holds = row.claim?.filesOnly === true || givesWay;
      this.#scene.check('6 transitions', holds, () => `${row.clientId} was taken back while it left`);
    }
    if (choice && row.after !== undefined) choice.isWithdrawn = true;
    else if (choice && !this.#isCommitted(row)) undecided.add(choice.key);
    if (row.state === 'acked' || !intent?.kept || intent.touches > 0 || givesWay) return;
    // An update is removed in the transaction that records its arrival.
    const words = () => `${row.clientId} vanished while ${row.state}`;
    this.#scene.check('1 nothing lost', this.#isCommitted(row), words);
  }

  /** A note that was taken back must be typed again as soon as it is in the queue no longer. */
  #checkTakenBack(row: RawRow, intent: Intent | undefined): void {
    const scene = this.#scene;
    // Another page may have deleted or changed it instead.
    if (intent?.becomes === undefined || intent.touches !== 1 || row.state === 'acked' || scene.hasPurged)
      return;
    const isTyped = draftTexts(scene).includes(intent.becomes);
    // It arrived before it could be taken back; an update is removed in the transaction that records that.
    if (!isTyped && this.#isCommitted(row)) return;
    const isKnown = row.state !== 'uncertain';
    scene.check('2 no duplicate', isKnown, () => `${row.clientId} was taken back and may have arrived`);
    scene.check('20 notes', isTyped, () => `${row.clientId} was taken back and is gone`);
    const files = draftFiles(scene, intent.becomes);
    const isWhole = !isTyped || scene.hasBadChunk || files.startsWith(scene.bytes.get(row.clientId) ?? '');
    scene.check('9 files', isWhole, () => `${row.clientId} was taken back with "${files}"`);
  }

  #checkStopped(row: RawRow): void {
    const { backend } = this.#scene;
    // Reasons of the device itself, and uploads that break off while the backend responds.
    const isOwn = /^(file-lost|content-too-large)$/.test(row.error?.code ?? '');
    // Uploads are not identified by the key of their message.
    const isOfUpload = row.error?.status === 401 && (backend.hits.get('token expiry') ?? 0) > 0;
    const holds = isOwn || isOfUpload || backend.refused.has(row.clientId);
    const words = () => `${row.clientId} is ${row.state} by ${row.error?.status}, and nobody of ours said so`;
    this.#scene.check('13 provenance', holds, words);
  }

  #checkAcked(row: RawRow): void {
    const scene = this.#scene;
    const words = () => `${row.clientId} counts as sent and is not`;
    scene.check('1 nothing lost', this.#isCommitted(row), words);
  }

  /** Checks the final state. */
  atEnd(): void {
    const scene = this.#scene;
    this.#checkArrived();
    this.#checkDuplicates();
    this.#checkCommits();
    this.#checkOrder();
    this.#checkWritten();
    checkLate(scene);
    checkChoices(scene);
    this.#checkShots();
    this.#checkReasons();
    this.#checkChanges();
    this.#checkUndone();
    this.#checkNotes();
    checkTyped(scene);
    const left = [...(rawRecords(scene.device, 'chunks')?.values() ?? [])].length;
    scene.check('5 purge', left === 0, () => `${left} chunks of files are left behind`);
    if (scene.hasPurged) return;
    const aside = rawValues(scene.device, 'quarantine').length;
    const words = () => `${aside} rows set aside of ${scene.spoiledRows}`;
    scene.check('12 schema', aside === scene.spoiledRows, words);
  }

  #checkArrived(): void {
    const scene = this.#scene;
    const byContent = new Map<string, Intent[]>();
    for (const intent of scene.intents.values()) {
      // Of choices, only the last one must arrive.
      if (isChoice(intent.kind)) continue;
      byContent.set(intent.content, [...(byContent.get(intent.content) ?? []), intent]);
    }
    for (const [content, intents] of byContent) {
      if (intents.some((intent) => intent.touches > 0)) continue;
      const owed = intents.filter((intent) => intent.kept).length;
      const arrived = scene.backend.commits.filter((commit) => commit.content === content).length;
      const words = () => `"${content}" arrived ${arrived} times of ${owed}`;
      scene.check('1 nothing lost', arrived >= owed, words);
    }
  }

  #checkDuplicates(): void {
    const scene = this.#scene;
    const doubled = duplicatesOf(scene);
    scene.check('2 no duplicate', true, () => '');
    for (const [content, clientIds] of doubled) {
      scene.check('2 no duplicate', false, () => `"${content}" as ${clientIds.join(' ')}`);
    }
  }

  #checkCommits(): void {
    const scene = this.#scene;
    for (const { clientId, ownerUid, bearerUid, bytes, content } of scene.backend.commits) {
      scene.check('4 owner', ownerUid === bearerUid, () => `${bearerUid} sent "${content}" of ${ownerUid}`);
      const picked = picturesOf(scene, clientId);
      if (bytes === '' && picked.includes('')) continue;
      scene.check('9 files', picked.includes(bytes), () => `"${content}" came with "${bytes}"`);
    }
  }

  #checkOrder(): void {
    const late = outOfOrder(this.#scene);
    this.#scene.check('3 order', late.length === 0, () => `"${late[0]}" came too late`);
  }

  #checkWritten(): void {
    const scene = this.#scene;
    for (const { clientId, sentAt, writtenSecondsAgo: ago, content } of scene.backend.commits) {
      const intent = scene.intents.get(clientId);
      if (!intent || ago === undefined) continue;
      const isTurned = scene.clockTurns.some((at) => at >= intent.at && at <= sentAt);
      const isRight = ago !== null && Math.abs(sentAt - ago * 1000 - intent.at) <= 2000;
      const holds = isTurned ? ago === null || ago >= 0 : isRight;
      const words = () =>
        `"${content}" says ${ago} s ago, and was written at ${intent.at}, sent at ${sentAt}`;
      scene.check('15 written', holds, words);
    }
  }

  #checkShots(): void {
    const scene = this.#scene;
    const { backend } = scene;
    for (const { clientId, answers, touches } of scene.intents.values()) {
      const message = backend.messages.find(({ idempotencyKey }) => idempotencyKey === clientId);
      if (answers === undefined || touches > 0 || !message) continue;
      const words = () => `${clientId} answers ${message.shot?.shotId} instead of ${answers}`;
      scene.check('16 shots', message.shot?.shotId === answers, words);
    }
  }

  #checkReasons(): void {
    const scene = this.#scene;
    const { backend } = scene;
    for (const { clientId, reason, touches, ownerUid } of scene.intents.values()) {
      if (reason === undefined || touches > 0) continue;
      const isMade = backend.commits.some((commit) => commit.clientId === clientId);
      const isWaiting = this.pending(ownerUid).some((row) => row.clientId === clientId);
      const posted = backend.messages.filter(({ content }) => content === reason).length;
      const words = () => `"${reason}" is there ${posted} times, its change ${isMade ? '' : 'not '}made`;
      const least = isMade && !isWaiting ? 1 : 0;
      scene.check('18 reasons', posted >= least && posted <= (isMade ? 1 : 0), words);
    }
  }

  #checkChanges(): void {
    const scene = this.#scene;
    const { commits } = scene.backend;
    for (const { clientId, ownerUid, laneKey, seq, onTopOf } of commits) {
      const { seen } = scene.intents.get(clientId) ?? {};
      if (!seen || !onTopOf) continue;
      const isOwn = (key: string) =>
        commits.some(
          (one) =>
            one.clientId === key && one.ownerUid === ownerUid && one.laneKey === laneKey && one.seq < seq,
        );
      const foreign = onTopOf.slice(seen.length).filter((key) => !isOwn(key));
      const words = () =>
        `${clientId} changed a job over ${foreign.length} changes that its author did not see`;
      scene.check('19 changes', foreign.length === 0, words);
    }
  }

  #checkUndone(): void {
    const { backend, intents } = this.#scene;
    for (const { clientId, isUndone } of intents.values()) {
      if (!isUndone) continue;
      const isMade = backend.commits.some((commit) => commit.clientId === clientId);
      this.#scene.check('28 undo', !isMade, () => `${clientId} was undone, and is made`);
    }
  }

  #checkNotes(): void {
    const { backend, intents } = this.#scene;
    for (const { idempotencyKey: key = '', content } of [...backend.messages, ...backend.notes]) {
      const intent = intents.get(key);
      if (!intent) continue;
      const isNote = backend.notes.some(({ idempotencyKey }) => idempotencyKey === key);
      const words = () => `"${content}", a ${intent.kind}, was posted as a ${isNote ? 'note' : 'message'}`;
      this.#scene.check('20 notes', isNote === (intent.kind === 'note'), words);
    }
  }
}

/** By what they say, not by their lanes: all shots here are of one checklist. */
function inOneLane(a: RawRow, b: RawRow): boolean {
  return a.laneKey === b.laneKey || (a.kind === 'shot' && b.kind === 'shot');
}

function isChoice(kind: string): boolean {
  return ['mark', 'due', 'shot', 'savedReply', 'view', 'comparison', 'snooze'].includes(kind);
}

/** Returns the contents committed more often than intended, with the keys of the commits. */
export function duplicatesOf(scene: Scene): Map<string, string[]> {
  const meant = new Map<string, number>();
  for (const { content } of scene.allIntents()) meant.set(content, (meant.get(content) ?? 0) + 1);
  const doubled = new Map<string, string[]>();
  for (const [content, wanted] of meant) {
    const commits =
      content === '' ? [] : scene.backend.commits.filter((commit) => commit.content === content);
    if (commits.length > wanted)
      doubled.set(
        content,
        commits.map((commit) => commit.clientId),
      );
  }
  return doubled;
}

/** Returns the contents first committed after a later content of the same job. */
export function outOfOrder(scene: Scene): string[] {
  const { restored } = scene;
  const last = new Map<string, number>();
  const seen = new Set<string>();
  const late: string[] = [];
  for (const { clientId, kind, laneKey, jobId, ownerUid, seq, content } of scene.backend.commits) {
    if (isChoice(kind) || seen.has(clientId) || content.startsWith('same') || restored.has(seq)) continue;
    seen.add(clientId);
    const intent = scene.intents.get(clientId);
    if (!intent || intent.touches > 0) continue;
    const lane = `${intent.device}${ownerUid} ${kind === 'note' ? `note of ${jobId}` : laneKey}`;
    if (seq < (last.get(lane) ?? 0)) late.push(content);
    last.set(lane, Math.max(seq, last.get(lane) ?? 0));
  }
  return late;
}
