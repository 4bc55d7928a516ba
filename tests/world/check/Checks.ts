import { people } from '../../support/server/people.ts';
import type { Context } from '../client/Context.ts';
import type { Device } from '../client/Device.ts';
import type { SentEmail } from '../server/doubles.ts';
import type { Answer, Asked, Server } from '../server/Server.ts';
import type { UserName, World } from '../World.ts';
import { Ledger } from './Ledger.ts';
import { leakIn, type Reader } from './leaks.ts';
import { checkRest, checkScreens } from './rest.ts';
import { Watch } from './Watch.ts';
import { Windows } from './Windows.ts';

const nameOfEmail = new Map(Object.entries(people).map(([name, { email }]) => [email, name as UserName]));
const nameOfUid = new Map(Object.entries(people).map(([name, { uid }]) => [uid, name as UserName]));

/** Reads the history of the world as it happens: what servers commit, what leaves them, and what screens show. */
export class Checks {
  readonly world: World;
  readonly ledger: Ledger;
  readonly windows: Windows;
  readonly problems: string[] = [];
  /** How often each event, each call under each fault, and each state on a screen was met. */
  readonly met = new Map<string, number>();
  readonly rules = new Map<string, number>();
  /** Who sent each email and each push last, and what went wrong then. */
  readonly #sent = new Map<string, { server: number; fault: string | null }>();
  readonly #aboutText = new Map<string, string>();

  constructor(world: World) {
    this.world = world;
    this.ledger = new Ledger(world);
    this.windows = new Windows(this);
  }

  fail(rule: string, what: string): void {
    if (this.problems.length < 5) this.problems.push(`${rule}: ${what}`);
    this.world.note(`violation ${rule}`);
  }

  /** Checks a rule. @param what says how it is broken */
  check(rule: string, holds: boolean, what: () => string): void {
    this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1);
    if (!holds) this.fail(rule, what());
  }

  meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  watch(context: Context): void {
    const watch = new Watch(this, context);
    context.page.onLiveEvents((events) => this.windows.hear(context, events));
    let isPending = false;
    context.page.onScreenChange(() => {
      if (isPending) return;
      isPending = true;
      this.world.sim.after(0, () => {
        isPending = false;
        if (context.isAlive && this.world.checks === this) watch.look(context.page.screen());
      });
    });
  }

  onCommit(_server: Server): Promise<void> {
    return this.ledger.readNew();
  }

  onLog(server: Server, line: string): void {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg: string;
      err?: { type?: string; message?: string; stack?: string };
    };
    // What the bucket refused is logged as an error.
    const isExplained = err?.type === 'Unavailable' && this.world.bucket.wasAway;
    if (level >= 50 && server.isAlive && !isExplained)
      this.fail('the server logs no error', `${msg}: ${err?.stack ?? err?.message ?? ''}`.slice(0, 600));
  }

  onPageError(device: Device, error: unknown): void {
    this.fail('a page starts', `${device.name}: ${(error as Error)?.stack ?? error}`.slice(0, 500));
  }

  onRequest(context: Context, asked: Asked, route: string, fault: string | null): void {
    if (asked.url.startsWith('/api/events/stream')) this.windows.stream(context, asked);
    this.meet(`${route} · ${fault ?? 'well'}`);
  }

  /** Returns who asks, with their rights as the request arrives. */
  onArrival({ headers }: Asked): Reader | null {
    const token = headers.authorization?.split('.')[1];
    if (!token) return null;
    const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string };
    const name = nameOfUid.get(sub);
    return name ? { name, userType: this.ledger.userType(name) } : null;
  }

  onResponse(device: Device, { url, headers }: Asked, reader: Reader | null, { status, body }: Answer): void {
    if (status === 500) this.fail('no call fails for no reason', `${url} ${body}`);
    const written = this.ledger.intents.get(headers['idempotency-key']?.replaceAll('"', '') ?? '');
    if (written?.content && written.kind !== 'saved' && status === 200)
      this.check(
        'what is answered as written is committed',
        this.ledger.rowsOf(written.content).length > 0,
        () => `${written.kind} ${written.content} by ${url}`,
      );
    const leak = leakIn(String(body), reader);
    this.check(
      'nobody gets what is another’s',
      leak === null,
      () => `${device.name} of ${reader?.name} got ${leak} by ${url}`,
    );
  }

  onEvents(device: Device, text: string): void {
    const name = device.signedIn && nameOfUid.get(device.signedIn.uid);
    const leak = name ? leakIn(text, { name, userType: this.ledger.userType(name) }) : null;
    // Who has just lost a right may still get what was on its way.
    if (name && this.ledger.isSettled(name))
      this.check(
        'no event is of what is another’s',
        leak === null,
        () => `${device.name} of ${name} heard ${leak}`,
      );
  }

  onEmail({ to, subject, text, emailId, server, fault }: SentEmail): void {
    this.meet(`email · ${subject.replace(/w\d+x.*|“.*/, '…').slice(0, 40)}`);
    const name = nameOfEmail.get(to);
    const leak = name ? leakIn(`${subject} ${text}`, { name, userType: this.ledger.userType(name) }) : null;
    if (name && this.ledger.isSettled(name))
      this.check('no email is of what is another’s', leak === null, () => `${to} got ${leak}: ${subject}`);
    const isErased = name !== undefined && this.ledger.erased.has(name) && this.ledger.isSettled(name);
    this.check('nobody who is erased gets an email', !isErased, () => `${to} got: ${subject}`);
    this.check(
      'an email is sent once',
      this.#maySend(emailId, { server, fault }),
      () => `${emailId} to ${to} twice by server ${server}: ${subject}`,
    );
    for (const [word] of text.matchAll(/w\d+x/g)) {
      const first = this.#aboutText.get(`${to} ${word}`) ?? emailId;
      this.#aboutText.set(`${to} ${word}`, first);
    }
  }

  onPush(
    server: Server,
    endpoint: string,
    payload: { notification: { data: Record<string, string> } },
    fault: string | null,
  ): void {
    const { ownerUid = '', receipt = '' } = payload.notification.data;
    this.meet('push');
    const name = nameOfUid.get(ownerUid);
    const leak = name
      ? leakIn(JSON.stringify(payload), { name, userType: this.ledger.userType(name) })
      : null;
    if (name && this.ledger.isSettled(name))
      this.check(
        'no push is of what is another’s',
        leak === null,
        () => `${endpoint} of ${name} got ${leak}`,
      );
    const id = `${endpoint} ${receipt}`;
    const maySend = this.#maySend(id, { server: server.number, fault });
    this.check('a push is sent once', maySend, () => `${id} twice by server ${server.number}`);
  }

  /** Whether something is sent for the first time, or again because its server died or did not hear that it was sent. */
  #maySend(id: string, now: { server: number; fault: string | null }): boolean {
    const before = this.#sent.get(id);
    this.#sent.set(id, now);
    return !before || before.fault !== null || before.server !== now.server;
  }

  onNotification(
    device: Device,
    { title, body, data }: { title: string; body: string; data: Record<string, string> },
  ): void {
    const name = device.signedIn && nameOfUid.get(device.signedIn.uid);
    this.meet('notification');
    const isOthers = data.ownerUid !== undefined && name && data.ownerUid !== people[name].uid;
    const leak = name ? leakIn(`${title} ${body}`, { name, userType: this.ledger.userType(name) }) : null;
    this.check(
      'no notification shows what is another’s',
      !isOthers || leak === null,
      () => `${device.name}: ${title} ${body}`,
    );
  }

  /** Checks, once nothing is sent any more, that all screens agree with the database. */
  async screensAtRest(): Promise<void> {
    await checkScreens(this);
  }

  /** Checks, once nothing moves any more, that nothing is lost or left. */
  async atRest(): Promise<void> {
    await checkRest(this);
  }
}
