import { isStaff, type UserType } from '../../../src/contract/enums.ts';
import { people } from '../../support/server/people.ts';
import type { Device } from '../client/Device.ts';
import type { UserName, World } from '../World.ts';

/** Something that a user handed over on a device, and what they were told of it. */
export type Intent = {
  key: string;
  kind: 'message' | 'note' | 'update' | 'report' | 'reply' | 'delivery' | 'saved';
  user: UserName;
  device: string;
  jobId: string;
  content: string;
  /** The hashes of its files. */
  files: readonly string[];
  /** Its place among what was handed over on its device; 0 until they were told that it is stored. */
  order: number;
  isUndone: boolean;
  /** Whether its user took it, or all that waits, off the device, or lost the right to send it. */
  isEnded: boolean;
};

export type Row = { content: string; jobId: string; from: string; sequence: number };

/** A choice of one value: the status of a message, or until when a chat is put off, and what was seen of it. */
export type Decision = {
  user: UserName;
  device: Device;
  value: string;
  /** Whether its user was told that it is stored; before that, and where what waits was taken off the device, it may arrive or not. */
  isTold: boolean;
  /** When it was made, by virtual time. */
  at: number;
  /** How often the clock of its device had been set. */
  clocks: number;
};

type Committed = Row & { of: 'message' | 'note' | 'job' | 'delivery' | 'user'; type: UserType };

/** Messages, among them the reasons of changes, notes and jobs after these numbers, and the rights of all users, in one statement. */
const newRows = `
  select 'message' as of, content, job_id as "jobId", from_user as "from", sequence, '' as type from messages where sequence > $1
  union all select 'note', content, job_id, from_user, sequence, '' from staff_notes where sequence > $2
  union all select 'job', project, job_id, job_reporter, seq, '' from jobs where seq > $3
  union all select 'delivery', note, job_id, added_by, seq, '' from deliverables where seq > $4
  union all select 'user', '', '', email, 0, case when user_approved then user_type else 'UNSPECIFIED' end from users
  order by 1, 5`;

/** Knows what users handed over and what the servers have committed. */
export class Ledger {
  readonly world: World;
  readonly intents = new Map<string, Intent>();
  /** What was decided, by what it is about, in order. */
  readonly decisions = new Map<string, Decision[]>();
  /** The rows of messages and notes in the order of their commits. */
  readonly rows: Row[] = [];
  readonly byContent = new Map<string, Row[]>();
  /** What is typed and not handed over yet, by device, user and job. */
  readonly typed = new Map<string, string>();
  /** Users whose profile is gone. */
  readonly erased = new Set<UserName>();
  /** What was typed before its user took all that waits off the device: it may be on its way to the outbox. */
  readonly #ended = new Set<string>();
  #handedOver = 0;
  #lastMessage = 0;
  #lastNote = 0;
  #lastJob = 0;
  #lastDelivery = 0;
  readonly #reporters = new Map<string, string>();
  readonly #types = new Map<UserName, UserType>();
  /** Since when a user has the rights of now, by virtual time. */
  readonly #since = new Map<UserName, number>();

  constructor(world: World) {
    this.world = world;
  }

  intend(
    intent: Pick<Intent, 'key' | 'kind' | 'user' | 'device' | 'jobId' | 'content'> & Partial<Intent>,
  ): Intent {
    const known = this.intents.get(intent.key);
    if (known) return known;
    const whole = {
      files: [],
      ...intent,
      order: 0,
      isUndone: false,
      isEnded: this.#ended.has(intent.content),
    };
    this.intents.set(intent.key, whole);
    return whole;
  }

  decide(name: string, made: Pick<Decision, 'user' | 'device' | 'value'>): Decision {
    const { clocks } = made.device;
    const decision = { ...made, clocks, isTold: false, at: this.world.sim.now };
    this.decisions.set(name, [...(this.decisions.get(name) ?? []), decision]);
    return decision;
  }

  /** Notes that a user was told that something is stored. */
  handOver(intent: Intent): void {
    if (intent.order > 0) return;
    this.#handedOver += 1;
    intent.order = this.#handedOver;
  }

  /** Notes that a user takes what waits off a device: it arrives or not. */
  endOf(user: UserName, device: string): void {
    for (const intent of this.intents.values())
      if (intent.user === user && intent.device === device) intent.isEnded = true;
    for (const decision of [...this.decisions.values()].flat())
      if (decision.user === user && decision.device.name === device) decision.isTold = false;
    for (const [place, content] of this.typed)
      if (place.startsWith(`${device} ${user} `)) this.#ended.add(content);
  }

  userType(name: UserName): UserType {
    return this.#types.get(name) ?? people[name].profile?.userType ?? 'UNSPECIFIED';
  }

  /** Whether a user has had the same rights all the time. */
  isSteady(name: UserName): boolean {
    return !this.#since.has(name) && !this.erased.has(name);
  }

  /** Whether what was on its way when the user’s rights changed has arrived. */
  isSettled(name: UserName): boolean {
    return this.world.sim.now - (this.#since.get(name) ?? -1e9) > 60_000;
  }

  rowsOf(content: string): readonly Row[] {
    return this.byContent.get(content) ?? [];
  }

  /** Reads what was committed since the last time. */
  async readNew(): Promise<void> {
    const { db, sim } = this.world;
    const found = await db.query<Committed>(newRows, [
      this.#lastMessage,
      this.#lastNote,
      this.#lastJob,
      this.#lastDelivery,
    ]);
    const users: { email: string; type: UserType }[] = [];
    for (const { of, sequence, type, ...row } of found) {
      if (of === 'user') users.push({ email: row.from, type });
      else {
        if (of === 'message') this.#lastMessage = sequence;
        if (of === 'job') {
          this.#lastJob = sequence;
          this.#reporters.set(row.jobId, row.from);
        }
        if (of === 'delivery') this.#lastDelivery = sequence;
        if (of === 'note') this.#lastNote = sequence;
        this.#add({ ...row, sequence });
      }
    }
    for (const name of ['client', 'otherClient', 'employee', 'admin'] as const) {
      const user = users.find(({ email }) => email === people[name].email);
      if (!user && !this.erased.has(name)) {
        this.erased.add(name);
        await this.#checkErased(people[name].email);
      }
      const type = user?.type ?? 'UNSPECIFIED';
      if (type === this.userType(name)) continue;
      this.#types.set(name, type);
      this.#since.set(name, sim.now);
    }
  }

  /** Checks, as a user is erased, that nothing goes to them any more. */
  async #checkErased(email: string): Promise<void> {
    const { db, checks } = this.world;
    const waiting = await db.query<{ kind: string }>(
      'select kind from tasks where recipient = $1 and done is null',
      [email],
    );
    checks.check(
      'nothing waits for who is erased',
      waiting.length === 0,
      () => `${email}: ${waiting[0]?.kind}`,
    );
  }

  #add(row: Row): void {
    if (row.content === '') return;
    this.rows.push(row);
    this.byContent.set(row.content, [...this.rowsOf(row.content), row]);
    this.world.note(`committed ${row.content}`);
    this.#check(row);
  }

  /** Whether a user had, before this commit, the right to what they have written. */
  #mayWrite({ user, kind, jobId }: Intent): boolean {
    const type = this.userType(user);
    const isOwn = kind === 'report' || this.#reporters.get(jobId) === people[user].email;
    return isStaff(type) || (type === 'CLIENT' && isOwn && kind !== 'note' && kind !== 'delivery');
  }

  #check(row: Row): void {
    const { checks } = this.world;
    const same = this.rowsOf(row.content);
    checks.check(
      'a write is carried out once',
      same.length === 1,
      () => `${row.content} is there ${same.length} times`,
    );
    const intent = [...this.intents.values()].find(({ content }) => content === row.content);
    if (!intent) return;
    checks.check(
      'what was undone is not sent',
      !intent.isUndone,
      () => `${row.content} was undone, and arrived`,
    );
    checks.check(
      'a write is its sender’s',
      row.from === people[intent.user].email,
      () => `${row.content} is of ${row.from}`,
    );
    checks.check(
      'who has lost a right writes nothing by it',
      this.#mayWrite(intent),
      () => `${row.content} of ${this.userType(intent.user)} ${intent.user}`,
    );
    const later = this.rows.find((other) => {
      const their = [...this.intents.values()].find(({ content }) => content === other.content);
      return (
        their !== undefined &&
        their.kind === intent.kind &&
        their.device === intent.device &&
        their.user === intent.user &&
        their.jobId === intent.jobId &&
        intent.order > 0 &&
        their.order > intent.order
      );
    });
    checks.check(
      'writes keep their sender’s order',
      later === undefined,
      () => `${row.content} came after ${later?.content}`,
    );
  }
}
