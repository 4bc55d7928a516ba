import { upgrades } from '../../../src/outbox/database.ts';
import { echoesOf } from '../../../src/outbox/echoes.ts';
import type { HeldFile } from '../../../src/outbox/fileBytes.ts';
import { beginSignOut, endSignOut, purgeRecords } from '../../../src/outbox/signOut.ts';
import { Backend } from './backend.ts';
import { Context, Device, type RawRow, rawRows } from './device.ts';
import type { Event, Schedule } from './schedule.ts';
import { Sim } from './sim.ts';

type Intent = {
  clientId: string;
  ownerUid: string;
  kind: 'message' | 'toggle';
  content: string;
  /** The person was told that it is kept. */
  kept: boolean;
  /** The person took it back, or tried to. */
  touched: boolean;
  mark?: { communicationId: string; target: 'NEW' | 'ADDRESSED'; seq: number };
};

/** Stages as offline.md 4.2 has them, written here once more on purpose. */
const allowed = new Set([
  ...['new>queued', 'queued>sending', 'queued>uncertain', 'queued>acked', 'queued>gone'],
  ...['sending>queued', 'sending>uncertain', 'sending>failed', 'sending>blocked-auth', 'sending>acked'],
  ...['uncertain>queued', 'uncertain>acked', 'uncertain>failed', 'uncertain>gone', 'uncertain>sending'],
  ...['failed>queued', 'failed>uncertain', 'failed>acked', 'failed>gone'],
  ...[
    'blocked-auth>queued',
    'blocked-auth>uncertain',
    'blocked-auth>sending',
    'blocked-auth>acked',
    'blocked-auth>gone',
  ],
  ...['acked>gone'],
]);

export type Outcome = {
  problems: string[];
  hits: Map<string, number>;
  duplicates: number;
  commits: number;
  steps: number;
};

/** One schedule, played from its first event to the end of everything it began. */
export class Run {
  readonly sim: Sim;
  readonly device: Device;
  readonly backend: Backend;
  readonly problems: string[] = [];
  readonly #schedule: Schedule;
  readonly #intents = new Map<string, Intent>();
  readonly #unnamed: Intent[] = [];
  readonly #bytes = new Map<string, string>();
  #rows = new Map<number, RawRow>();
  #pages: (Context | null)[] = [];
  #worker: Context | null = null;
  #n = 0;
  #spoiled = 0;
  #hasPurged = false;
  #hasBadChunk = false;
  #hasBadClock = false;
  #purged: string | null = null;
  #signingOut = false;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.sim = new Sim(schedule.seed);
    this.device = new Device(
      this.sim,
      (device) =>
        new Backend(
          this.sim,
          schedule.mode,
          () => device.now() - device.skewMs,
          (id) => this.#bytes.get(id) ?? '',
        ),
    );
    this.backend = this.device.backend;
    this.backend.faultRate = schedule.faultRate;
    this.backend.faults = schedule.wireFaults;
    this.device.hasLocks = schedule.hasLocks;
    this.device.onCommitted = () => this.#checkRows();
  }

  async play(): Promise<Outcome> {
    try {
      if (!this.#schedule.hasLocks) this.backend.hit('lock absent');
      this.#pages = [new Context(this.device, false), null];
      for (const event of this.#schedule.events) {
        await this.sim.run(event.steps, this.sim.now + 60_000);
        if (event.waitMs > 0) await this.sim.run(5000, this.sim.now + event.waitMs);
        this.#happen(event);
        if (this.problems.length > 0) break;
      }
      if (this.problems.length === 0) await this.#comeToRest();
    } finally {
      for (const context of [...this.device.contexts]) context.die();
      await this.sim.run(200, this.sim.now);
      this.sim.end();
      (upgrades as unknown[]).length = 1;
    }
    return {
      problems: [...this.problems, ...this.backend.problems],
      hits: this.backend.hits,
      duplicates: this.#duplicates().length,
      commits: this.backend.commits.length,
      steps: this.sim.now,
    };
  }

  #page(pick: number): Context | null {
    const alive = this.#pages.filter(
      (page): page is Context => page !== null && !page.dead && !page.isFrozen,
    );
    return alive[pick % Math.max(alive.length, 1)] ?? null;
  }

  #happen({ name, pick }: Event): void {
    const { device, sim, backend } = this;
    const page = this.#page(pick);
    const uid = device.session?.uid ?? null;
    const hit = () => backend.hit(name);
    switch (name) {
      case 'send':
      case 'send with files':
      case 'send the same words twice':
      case 'double click on send': {
        if (!page || !uid) return;
        hit();
        const same = name === 'send the same words twice';
        const jobId = `j${(same ? 0 : pick) % 3}`;
        const content = same ? `same words of ${uid}` : `m${++this.#n} of ${uid}`;
        const withFiles = name === 'send with files';
        const id = this.#send(page, uid, jobId, content, withFiles);
        if (same) this.#send(page, uid, jobId, content, false);
        if (name === 'double click on send') this.#send(page, uid, jobId, content, false, id);
        return;
      }
      case 'toggle':
        if (page && uid) {
          hit();
          this.#toggle(page, uid, `t${pick % 2}-${uid}`, pick % 4 < 2 ? 'ADDRESSED' : 'NEW');
        }
        return;
      case 'retry':
      case 'double click on retry':
      case 'edit':
      case 'cancel':
        if (page && uid) this.#decide(page, uid, name, pick);
        return;
      case 'look':
        if (page && uid) void this.#look(page, uid, `j${pick % 3}`).catch(() => undefined);
        return;
      case 'crash': {
        if (!page) return;
        hit();
        page.die();
        const place = this.#pages.indexOf(page);
        sim.after(pick * 20, () => {
          if (this.#pages[place]?.dead) this.#pages[place] = new Context(device, false);
        });
        return;
      }
      case 'worker runs':
      case 'worker killed':
        if (name === 'worker killed' && this.#worker && !this.#worker.dead) {
          hit();
          this.#worker.die();
        }
        if (!this.#worker || this.#worker.dead) this.#worker = new Context(device, true);
        backend.hit('worker runs');
        void this.#worker.outbox.drain({
          eager: true,
          stopAfterMs: 150_000,
          largestUploadBytes: 2 * 1024 * 1024,
        });
        return;
      case 'freeze':
      case 'freeze past the claim':
        if (!page) return;
        hit();
        page.freeze();
        sim.after(name === 'freeze' ? pick * 10 : 120_000 + pick * 500, () => page.thaw());
        return;
      case 'second tab opens':
        if (!this.#pages[1] || this.#pages[1].dead) {
          hit();
          this.#pages[1] = new Context(device, false);
        }
        return;
      case 'tab closes':
        if (!this.#pages[1] || this.#pages[1].dead) return;
        hit();
        this.#pages[1].die();
        return;
      case 'lock lost':
        hit();
        device.locks.clear();
        return;
      case 'lock stuck': {
        hit();
        const ghost = Symbol('ghost');
        if (uid) device.locks.set(`ev-drain:${uid}`, ghost);
        return;
      }
      case 'IDB open failure':
      case 'IDB transaction failure':
      case 'IDB commit failure':
      case 'quota':
        device.dbFault = (
          {
            'IDB open failure': 'open',
            'IDB transaction failure': 'transaction',
            'IDB commit failure': 'commit',
            quota: 'quota',
          } as const
        )[name];
        sim.after(1000 + pick * 5, () => {
          device.dbFault = null;
        });
        return;
      case 'forced close':
        if (page) hit();
        page?.forceClose();
        return;
      case 'missing chunk':
      case 'wrong size':
        this.#spoilChunk(name, pick);
        return;
      case 'unreadable row':
        hit();
        this.#spoilRow(uid ?? 'u1');
        return;
      case 'clock +1 day':
      case 'clock -1 day':
        hit();
        this.#hasBadClock = true;
        device.skewMs += (name === 'clock +1 day' ? 1 : -1) * 86_400_000;
        return;
      case 'token expiry':
        hit();
        backend.leastTokenSerial = device.tokenSerial + 1;
        return;
      case 'refresh failure':
        device.canRenew = false;
        sim.after(30_000, () => {
          device.canRenew = true;
        });
        return;
      case 'null user': {
        if (!device.session) return;
        hit();
        const was = device.session;
        device.session = null;
        sim.after(pick * 100, () => {
          if (!device.session && !this.#signingOut) device.session = was;
        });
        return;
      }
      case 'user switch':
        if (!device.session || this.#signingOut) return;
        hit();
        if (pick % 2 === 0) this.#signIn(device.session.uid === 'u1' ? 'u2' : 'u1');
        else {
          // In another tab: this page has not noticed yet.
          const uid = device.session.uid === 'u1' ? 'u2' : 'u1';
          device.session = { uid, email: `${uid}@ev.test` };
          device.renew();
        }
        return;
      case 'sign-out':
        if (page && uid && !this.#signingOut) {
          hit();
          void this.#signOut(page, uid, pick % 2 === 0);
        }
        return;
      case 'schema upgrade with pending rows':
        hit();
        (upgrades as ((db: IDBDatabase) => void)[]).push(
          (db) => void db.createObjectStore(`later ${pick} ${this.sim.now}`),
        );
        this.#pages[1]?.die();
        this.#pages[1] = new Context(device, false);
        return;
      case 'duplicate online events':
        if (!page) return;
        hit();
        void page.outbox.drain({ eager: true });
        void page.outbox.drain({ eager: true });
    }
  }

  #send(
    page: Context,
    uid: string,
    jobId: string,
    content: string,
    withFiles: boolean,
    again?: string,
  ): string {
    this.device.nextId += 1;
    const clientId = again ?? `c${this.device.nextId}`;
    const files = withFiles ? [fileOf(`${clientId}a`, 3), fileOf(`${clientId}b`, 1)] : [];
    if (!again) {
      this.#bytes.set(clientId, files.map((file) => textOf(file)).join('|'));
      this.#intents.set(clientId, {
        clientId,
        ownerUid: uid,
        kind: 'message',
        content,
        kept: false,
        touched: false,
      });
    }
    const known = page.read.get(jobId)?.ids;
    const draft = {
      kind: 'message' as const,
      jobId,
      payload: { content, fromUserType: 'CLIENT' as const, jobReporter: '', assignedTo: '' },
      ...(known ? { known } : {}),
    };
    const intent = this.#intents.get(clientId) as Intent;
    void page.outbox.send({ uid, email: `${uid}@ev.test` }, draft, files, clientId).then(
      () => {
        if (!page.dead) intent.kept = true;
      },
      () => undefined,
    );
    return clientId;
  }

  #toggle(page: Context, uid: string, communicationId: string, target: 'NEW' | 'ADDRESSED'): void {
    this.device.nextId += 1;
    const clientId = `c${this.device.nextId}`;
    const mark = { communicationId, target, seq: -1 };
    const intent: Intent = {
      clientId,
      ownerUid: uid,
      kind: 'toggle',
      content: '',
      kept: false,
      touched: false,
      mark,
    };
    this.#intents.set(clientId, intent);
    const draft = { kind: 'toggle' as const, jobId: 'j0', payload: { communicationId, target } };
    void page.outbox.send({ uid, email: `${uid}@ev.test` }, draft, [], clientId).then(
      (record) => {
        if (page.dead) return;
        intent.kept = true;
        mark.seq = record.seq;
      },
      () => {
        // Nothing was kept, and the person was told.
        if (!page.dead) this.#intents.delete(clientId);
      },
    );
  }

  /** What a person does to a message that waits. */
  #decide(
    page: Context,
    uid: string,
    name: 'retry' | 'double click on retry' | 'edit' | 'cancel',
    pick: number,
  ): void {
    const rows = rawRows(this.device).filter(
      (row) => row.ownerUid === uid && row.laneKey?.startsWith('job:'),
    );
    const failed = rows.filter((row) => row.state === 'failed');
    const row = (failed.length > 0 ? failed : rows)[pick % Math.max(1, failed.length || rows.length)];
    if (!row) return;
    this.backend.hit(name);
    if (name === 'retry' || name === 'double click on retry') {
      const press = () => void page.outbox.retry(uid, row.clientId).catch(() => undefined);
      press();
      if (name !== 'retry') press();
      return;
    }
    if (row.state === 'sending') this.backend.hit(`${name} while sending`);
    const intent = this.#intents.get(row.clientId);
    const wasTouched = intent?.touched ?? false;
    if (intent) intent.touched = true;
    const untouch = () => {
      if (intent && !page.dead) intent.touched = wasTouched;
    };
    if (name === 'cancel') {
      void page.outbox.discard(uid, row.clientId).catch(untouch);
      return;
    }
    const content = `m${++this.#n} of ${uid}, edited`;
    const fresh: Intent = {
      clientId: '',
      ownerUid: uid,
      kind: 'message',
      content,
      kept: false,
      touched: false,
    };
    this.#unnamed.push(fresh);
    const payload = { content, fromUserType: 'CLIENT' as const, jobReporter: '', assignedTo: '' };
    void page.outbox.edit(uid, row.clientId, payload).then((clientId) => {
      if (page.dead) return;
      fresh.clientId = clientId;
      fresh.kept = true;
      this.#unnamed.splice(this.#unnamed.indexOf(fresh), 1);
      this.#intents.set(clientId, fresh);
    }, untouch);
  }

  /** A page reads a conversation and draws it: no message may be there twice. */
  async #look(page: Context, uid: string, jobId: string): Promise<void> {
    const begunAt = this.device.now();
    const conversation = await new Promise<{ communicationId: string; clientId: string }[]>(
      (resolve, reject) =>
        this.backend.read(jobId, (result) =>
          page.deliver(() => {
            try {
              resolve(result());
            } catch (error) {
              reject(error);
            }
          }),
        ),
    );
    if (this.device.session?.uid !== uid) return;
    const records = await page.outbox.records(uid);
    const echoes = echoesOf(jobId, conversation as never, begunAt, records);
    const there = new Set(conversation.map((message) => message.clientId));
    for (const { record, mark } of echoes) {
      // A clock that is a day off cannot tell old from new; then rather twice than not at all.
      const canTell = record.baseline !== null && !this.#hasBadClock;
      if (there.has(record.clientId) && canTell && (record.maybeSent || record.state === 'sending')) {
        this.problems.push(`10 echo: ${record.clientId} is drawn twice, ${mark}`);
      }
    }
    const drawn = new Set(echoes.map((echo) => echo.record.clientId));
    for (const record of records) {
      const isWaiting = record.kind === 'message' && record.jobId === jobId && record.attempts === 0;
      if (isWaiting && !drawn.has(record.clientId))
        this.problems.push(`1 lost: ${record.clientId} waits unseen`);
    }
    this.backend.hit('look');
    page.read.set(jobId, { ids: conversation.map((message) => message.communicationId), at: begunAt });
    await page.outbox.link(uid, jobId, conversation, begunAt);
  }

  #signIn(uid: string): void {
    for (const context of [...this.device.contexts]) context.die();
    this.device.session = { uid, email: `${uid}@ev.test` };
    this.device.renew();
    this.#purged = null;
    this.#pages = [new Context(this.device, false), null];
    this.#worker = null;
  }

  async #signOut(page: Context, uid: string, keep: boolean): Promise<void> {
    this.#signingOut = true;
    const intents = [...this.#intents.values(), ...this.#unnamed].filter((intent) => intent.ownerUid === uid);
    const world = { now: () => this.device.now() } as never;
    if (!keep) this.#hasPurged = true;
    if (!keep) for (const intent of intents) intent.touched = true;
    try {
      await beginSignOut(page.outbox.db, world, uid, keep);
      if (!keep) await purgeRecords(page.outbox.db, uid);
      await endSignOut(page.outbox.db);
      if (!keep) this.#purged = uid;
    } catch {
      // The journal holds it; the next start would go on.
    }
    if (page.dead) return this.#afterSignOut(uid);
    this.device.session = null;
    this.#checkRows();
    this.#afterSignOut(uid);
  }

  #afterSignOut(uid: string): void {
    for (const context of [...this.device.contexts]) context.die();
    this.device.session = null;
    this.sim.after(20_000, () => {
      this.#signingOut = false;
      this.#signIn(uid === 'u1' ? 'u2' : 'u1');
    });
  }

  #spoilChunk(name: 'missing chunk' | 'wrong size', pick: number): void {
    const raw = this.#raw('chunks');
    const keys = [...(raw?.values() ?? [])].map((record) => record.key);
    const key = keys[pick % Math.max(1, keys.length)];
    if (!raw || key === undefined) return;
    this.backend.hit(name);
    this.#hasBadChunk = true;
    if (name === 'missing chunk') raw.delete(key);
    else for (const record of raw.values()) if (record.key === key) record.value = new ArrayBuffer(1);
  }

  #spoilRow(uid: string): void {
    const open = this.device.factory.open('ev-outbox');
    open.onsuccess = () => {
      const db = open.result;
      if (db.objectStoreNames.contains('outbox')) {
        const tx = db.transaction(['outbox'], 'readwrite');
        tx.objectStore('outbox').add({
          ownerUid: uid,
          laneKey: 'job:j0',
          v: 99,
          clientId: `bad${this.#spoiled}`,
        });
        this.#spoiled += 1;
      }
      db.close();
    };
    open.onupgradeneeded = () => open.transaction?.abort();
  }

  #raw(store: string) {
    const factory = this.device.factory as unknown as {
      _databases: Map<
        string,
        {
          rawObjectStores: Map<
            string,
            {
              records: {
                values(): Iterable<{ key: unknown; value: unknown }>;
                delete(key: unknown): unknown;
              };
            }
          >;
        }
      >;
    };
    return factory._databases.get('ev-outbox')?.rawObjectStores.get(store)?.records;
  }

  /** After every committed transaction: 6 transitions, 1 nothing vanishes, acked is true. */
  #checkRows(): void {
    const rows = new Map<number, RawRow>();
    for (const row of rawRows(this.device)) if (row.state) rows.set(row.seq, row);
    for (const [seq, row] of rows) {
      const before = this.#rows.get(seq);
      const from = before?.state ?? 'new';
      if (from !== row.state && !allowed.has(`${from}>${row.state}`)) {
        this.problems.push(`6 transition: ${row.clientId} went from ${from} to ${row.state}`);
      }
      if (from !== 'acked' && row.state === 'acked') this.#checkAcked(row);
      if (row.ownerUid === this.#purged) this.problems.push(`5 purge: ${row.clientId} is still there`);
    }
    for (const [seq, row] of this.#rows) {
      if (rows.has(seq)) continue;
      const intent = this.#intents.get(row.clientId);
      if (row.state !== 'acked' && row.laneKey.startsWith('job:') && intent?.kept && !intent.touched) {
        if (!this.backend.commits.some((commit) => commit.clientId === row.clientId)) {
          this.problems.push(`1 lost: ${row.clientId} vanished while ${row.state}`);
        }
      }
    }
    this.#rows = rows;
  }

  #checkAcked(row: RawRow): void {
    const { commits, mode } = this.backend;
    if (commits.some((commit) => commit.clientId === row.clientId)) return;
    const content = this.#intents.get(row.clientId)?.content ?? '';
    const isTwin =
      mode !== 'I' && commits.some((commit) => commit.content === content && content.startsWith('same'));
    if (!isTwin) this.problems.push(`1 lost: ${row.clientId} counts as sent and is not`);
  }

  /** Faults stop; both persons come back, and press Retry on what was refused. Everything must arrive in time. */
  async #comeToRest(): Promise<void> {
    const { device, sim, backend } = this;
    backend.faultRate = 0;
    device.dbFault = null;
    device.canRenew = true;
    for (const context of device.contexts) context.thaw();
    // A sign-out or a restart under way ends.
    await sim.run(20_000, sim.now + 40_000);
    backend.faultRate = 0;
    for (const uid of ['u1', 'u2']) {
      this.#signingOut = true;
      this.#signIn(uid);
      await this.#restOf(uid);
    }
    await sim.run(20_000, sim.now + 2 * 60 * 60_000);
    this.#checkEnd();
  }

  async #restOf(uid: string): Promise<void> {
    const { sim } = this;
    const page = this.#pages[0] as Context;
    // As committed: a row may be gone in a transaction that is about to fail.
    const pending = () =>
      [...this.#rows.values()].filter((row) => row.ownerUid === uid && row.state !== 'acked');
    const count = pending().length;
    const deadline = sim.now + 5 * 60_000 + count * 60_000;
    while (sim.now < deadline) {
      await sim.run(20_000, Math.min(deadline, sim.now + 20_000), () => pending().length === 0);
      if (pending().length === 0) return;
      for (const row of pending()) {
        if (row.state !== 'failed') continue;
        const { error } = row as RawRow & { error?: { code: string } };
        const intent = this.#intents.get(row.clientId);
        if (error?.code === 'file-lost') {
          if (!this.#hasBadChunk) this.problems.push(`9 files: the bytes of ${row.clientId} are gone`);
          if (intent) intent.touched = true;
          void page.outbox.discard(uid, row.clientId).catch(() => undefined);
        } else void page.outbox.retry(uid, row.clientId).catch(() => undefined);
      }
      void page.outbox.drain({ eager: true });
    }
    for (const row of pending()) {
      this.problems.push(`7 live: ${row.clientId} of ${uid} is still ${row.state}: ${JSON.stringify(row)}`);
    }
  }

  #duplicates(): string[] {
    const meant = new Map<string, number>();
    for (const intent of [...this.#intents.values(), ...this.#unnamed]) {
      meant.set(intent.content, (meant.get(intent.content) ?? 0) + 1);
    }
    const found: string[] = [];
    for (const [content, wanted] of meant) {
      if (content === '') continue;
      const commits = this.backend.commits.filter((commit) => commit.content === content);
      if (commits.length > wanted) found.push(`${content} (${commits.map((c) => c.clientId).join(' ')})`);
    }
    return found;
  }

  #checkEnd(): void {
    const { backend } = this;
    const all = [...this.#intents.values()];
    const contents = new Set(
      all.filter((intent) => intent.kind === 'message').map((intent) => intent.content),
    );
    for (const content of contents) {
      const owed = all.filter(
        (intent) => intent.content === content && intent.kept && !intent.touched,
      ).length;
      const arrived = backend.commits.filter((commit) => commit.content === content).length;
      const excused = all.some((intent) => intent.content === content && intent.touched);
      if (arrived < owed && !excused)
        this.problems.push(`1 lost: "${content}" arrived ${arrived} times of ${owed}`);
    }
    for (const twice of this.#duplicates()) {
      const isLate = backend.commits.some((commit) => twice.startsWith(commit.content) && commit.late);
      if (backend.mode !== 'L' || !isLate) this.problems.push(`2 duplicate: ${twice}`);
    }
    this.#checkOrder();
    this.#checkMarks();
    const left = [...(this.#raw('chunks')?.values() ?? [])].length;
    if (left > 0) this.problems.push(`5 purge: ${left} chunks of files are left behind`);
    const aside = rawRows(this.device, 'quarantine').length;
    if (aside !== this.#spoiled && !this.#hasPurged)
      this.problems.push(`12 schema: ${aside} rows set aside of ${this.#spoiled}`);
  }

  #checkOrder(): void {
    const last = new Map<string, number>();
    const seen = new Set<string>();
    for (const { clientId, kind, jobId, ownerUid, seq, content } of this.backend.commits) {
      if (kind !== 'message' || seen.has(clientId) || content.startsWith('same')) continue;
      seen.add(clientId);
      const intent = this.#intents.get(clientId);
      if (!intent || intent.touched) continue;
      const lane = `${ownerUid} ${jobId}`;
      if (seq < (last.get(lane) ?? 0)) this.problems.push(`3 order: "${content}" came too late`);
      last.set(lane, Math.max(seq, last.get(lane) ?? 0));
    }
  }

  #checkMarks(): void {
    const all = [...this.#intents.values()].filter((intent) => intent.mark);
    const messages = new Set(all.map((intent) => intent.mark?.communicationId ?? ''));
    for (const communicationId of messages) {
      const mine = all.filter((intent) => intent.mark?.communicationId === communicationId);
      if (mine.some((intent) => intent.touched || !intent.kept)) continue;
      const last = mine.reduce((a, b) => ((b.mark?.seq ?? 0) > (a.mark?.seq ?? 0) ? b : a));
      const now = this.backend.marks.get(communicationId);
      const isLate =
        this.backend.mode === 'L' &&
        this.backend.commits.some((commit) => commit.kind === 'toggle' && commit.late);
      if (now !== last.mark?.target && !isLate) {
        this.problems.push(`11 toggle: ${communicationId} is ${now}, chosen was ${last.mark?.target}`);
      }
    }
  }
}

function fileOf(text: string, chunkCount: number): HeldFile {
  const chunks = Array.from({ length: chunkCount }, (_, n) => new TextEncoder().encode(`${text}${n}`).buffer);
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return { name: 'plan.pdf', type: 'application/pdf', size, chunks, sha256: '' };
}

function textOf(file: HeldFile): string {
  return file.chunks.map((chunk) => Buffer.from(chunk).toString()).join('');
}
