import { isLater, type StoredChoice, withChoice } from '../../../server/data/choice.ts';
import type { OutboxRecord, RecordOf } from '../../../src/outbox/records/record.ts';
import type { RawRow } from './device.ts';
import type { Scene } from './Scene.ts';

/** Choices of one value, as a user made them, and as the server must end with them. */

/** Returns what a comparison says: here, one text. */
export function comparedIn({ comparison }: RecordOf<'comparison'>['payload']): string {
  return String(comparison.sheets);
}

/** Names what a record chooses; null for a record that is no choice. */
export function choiceIn(
  record: Pick<OutboxRecord, 'kind' | 'payload'>,
): { key: string; value: string } | null {
  const { kind, payload } = record as OutboxRecord;
  if (kind === 'mark') return { key: `mark ${payload.communicationId}`, value: payload.target };
  if (kind === 'shot') return { key: `shot ${payload.shotId}`, value: payload.name };
  if (kind === 'savedReply') return { key: `reply ${payload.replyId}`, value: payload.content };
  if (kind === 'view') return { key: `view ${payload.viewId}`, value: payload.name };
  if (kind === 'snooze') return { key: `snooze ${payload.jobId}`, value: String(payload.until) };
  if (kind === 'comparison') {
    const { before, after } = payload.comparison;
    return { key: `comparison ${before.key} ${after.key}`, value: comparedIn(payload) };
  }
  if (kind !== 'due') return null;
  return { key: `due ${payload.evJobId}`, value: String((payload.due as { date: string }).date) };
}

export type Made = {
  key: string;
  value: string;
  ownerUid: string;
  clientId: string;
  device: string;
  number: number;
  /** By the simulation's clock. */
  at: number;
  /** Deleted with the message that it goes after: what was chosen before counts. */
  isWithdrawn?: boolean;
};

/** A request of a choice as the server carried it out. `at` is known of choices made elsewhere. */
type CarriedOut = {
  key: string;
  clientId: string;
  device: string;
  number: number;
  at?: number;
  counts: boolean;
};

/** What the server has of each choice, by what is chosen. */
export class StoredChoices {
  readonly carriedOut: CarriedOut[] = [];
  readonly #stored = new Map<string, { choice: StoredChoice; value: string; by: string }>();

  get(key: string): { value: string; by: string } | undefined {
    return this.#stored.get(key);
  }

  /** Stores a choice, unless it was made before the one that is there. @param atMs when it was made, by the simulation's clock */
  store(
    { key, value }: { key: string; value: string },
    by: string,
    order: OutboxRecord['order'],
    atMs: number,
    clientId = '',
  ): void {
    const choice = { device: '', number: 0, ...order, at: Math.floor(atMs / 1000) };
    const { device, number } = choice;
    const before = this.#stored.get(key);
    const counts = !before || isLater(choice, before.choice);
    const stored = withChoice(choice, before?.choice, counts);
    this.#stored.set(key, { ...(counts ? { value, by } : before), choice: stored });
    this.carriedOut.push({ key, clientId, device, number, counts, ...(clientId === '' && { at: atMs }) });
  }
}

/**
 * Returns the bytes of a shot's picture, or of a saved reply's file, that a record may come with: its own, or those of an earlier one that
 * it replaced.
 */
export function picturesOf(scene: Scene, clientId: string): string[] {
  const { made, bytes } = scene;
  const own = made.get(clientId);
  const mine = bytes.get(clientId) ?? '';
  if (!own || !/^(shot|reply) /.test(own.key) || mine !== '') return [mine];
  const before = [...made.values()].filter(({ key, number }) => key === own.key && number < own.number);
  return [mine, ...before.map((one) => bytes.get(one.clientId) ?? '')];
}

/** Adds the choices that a transaction has stored. */
export function noteChoices(scene: Scene, rows: Iterable<RawRow>): void {
  for (const row of rows) {
    const record = row as unknown as OutboxRecord;
    const choice = choiceIn(record);
    if (!choice || !record.order) continue;
    const known = scene.made.get(record.clientId);
    if (known) known.isWithdrawn = false;
    if (known) continue;
    scene.made.set(record.clientId, {
      ...choice,
      ...record.order,
      ownerUid: row.ownerUid,
      clientId: row.clientId,
      at: scene.sim.now,
    });
  }
}

/** Checks that a choice has one record, its register, and behind it only later ones that go after messages. */
export function checkRegisters(scene: Scene, rows: Iterable<RawRow>): void {
  const registers = new Map<string, OutboxRecord>();
  const records = [...rows] as unknown as OutboxRecord[];
  const nameOf = (record: OutboxRecord) => {
    const choice = record.state === 'acked' ? null : choiceIn(record);
    return choice && `${record.ownerUid} ${choice.key}`;
  };
  for (const record of records) {
    const name = record.after === undefined ? nameOf(record) : null;
    if (name === null) continue;
    scene.check('11 choices', !registers.has(name), () => `${name} is chosen in two records`);
    registers.set(name, record);
  }
  for (const record of records) {
    const { order } = registers.get((record.after !== undefined && nameOf(record)) || '') ?? {};
    if (!order || order.device !== record.order?.device) continue;
    const words = () => `${record.clientId} is older than what was chosen since, and waits`;
    scene.check('11 choices', order.number < record.order.number, words);
  }
}

function isAfter(a: Made, b: Made): boolean {
  return a.device === b.device ? a.number > b.number : a.at > b.at;
}

/** Checks that the last choice of each thing counts at the server. */
export function checkChoices(scene: Scene): void {
  const { backend } = scene;
  const wanted = [...scene.made.values()].filter(({ isWithdrawn }) => !isWithdrawn);
  const byKey = Map.groupBy(wanted, ({ key }) => key);
  for (const [key, made] of byKey) {
    // Deleted, or put back: then nobody says what is wanted.
    if (scene.hasPurged || scene.undecided.has(key)) continue;
    const elsewhere = backend.elsewhere.filter((one) => one.key === key);
    // Too close to tell, or told by a clock that was set.
    const all = [...made, ...elsewhere];
    const isClose = all.some((one) =>
      all.some((other) => one.device !== other.device && Math.abs(one.at - other.at) < 3000),
    );
    const isOfTwo = new Set(all.map(({ device }) => device)).size > 1;
    if (isOfTwo && (isClose || scene.hasBadClock)) continue;
    const lasts = [...Map.groupBy(made, ({ ownerUid }) => ownerUid).values()].map((mine) =>
      [...mine, ...elsewhere].reduce((a, b) => (isAfter(b, a) ? b : a)),
    );
    const now = backend.choices.get(key)?.value;
    // Between two users of a device the server decides what is stale.
    const holds = lasts.some(({ value }) => value === now);
    scene.check('11 choices', holds, () => `${key} is ${now}, chosen last was ${lasts[0]?.value}`);
  }
}

/** Checks that no request that came after a later choice of the same thing was counted. */
export function checkLate(scene: Scene): void {
  const all = scene.backend.choices.carriedOut.flatMap((one) => {
    const at = one.at ?? scene.made.get(one.clientId)?.at;
    return at === undefined ? [] : { ...one, at };
  });
  for (const [key, requests] of Map.groupBy(all, (one) => one.key)) {
    for (const [n, late] of requests.entries()) {
      const later = requests.slice(0, n).find((one) => isClearlyAfter(one, late));
      if (!later) continue;
      const words = () => `${late.clientId || 'another device'} undid a later choice of ${key}`;
      scene.check('25 late', !late.counts, words);
    }
  }

  /** Choices of two devices are compared by time, where no clock was set and they are not too close. */
  function isClearlyAfter(
    a: Pick<Made, 'device' | 'number' | 'at'>,
    b: Pick<Made, 'device' | 'number' | 'at'>,
  ) {
    if (a.device === b.device) return a.number > b.number;
    return !scene.hasBadClock && a.at - b.at >= 3000;
  }
}
