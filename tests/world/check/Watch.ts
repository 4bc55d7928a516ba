import { people } from '../../support/server/people.ts';
import type { Context } from '../client/Context.ts';
import type { Screen } from '../client/screens.ts';
import type { UserName } from '../World.ts';
import type { Checks } from './Checks.ts';
import { leakIn } from './leaks.ts';

const nameOf = (email: string) =>
  Object.entries(people).find(([, person]) => person.email === email)?.[0] as UserName;

/** Follows one page: what it has shown must go on being shown, and what it says of a record must be true. */
export class Watch {
  readonly #checks: Checks;
  readonly #context: Context;
  #seen = new Map<string, Map<string, number>>();
  #own = new Map<string, Set<string>>();
  #email: string | null = null;
  #type: string | null = null;

  constructor(checks: Checks, context: Context) {
    this.#checks = checks;
    this.#context = context;
  }

  look(screen: Screen): void {
    const { device } = this.#context;
    const checks = this.#checks;
    const { email } = screen;
    if (email !== this.#email || screen.userType !== this.#type) {
      this.#seen = new Map();
      this.#own = new Map();
      // What was heard before the first screen is theirs.
      if (this.#email !== null) checks.windows.forget(this.#context);
      this.#email = email;
      this.#type = screen.userType;
    }
    checks.world.note(`${device.name} shows ${JSON.stringify(summary(screen))}`);
    checks.meet(`screen · ${screen.stage}`);
    if (!email) return;
    const name = nameOf(email);
    const shown = JSON.stringify([screen.jobs, screen.chats]);
    const hasRight = leakIn(shown, { name, userType: checks.ledger.userType(name) }) === null;
    // A page may know later than the server that its user has a right again.
    const leak = hasRight ? null : leakIn(shown, { name, userType: screen.userType ?? 'UNSPECIFIED' });
    checks.check(
      'no screen shows what is another’s',
      leak === null,
      () => `${device.name} of ${name} shows ${leak}`,
    );
    this.#lookAtRecords(screen);
    checks.windows.wait(this.#context, screen);
    for (const chat of screen.chats) this.#lookAtChat(chat);
  }

  /** What is said of a record is true. */
  #lookAtRecords({ waiting }: Screen): void {
    const checks = this.#checks;
    for (const { key, mark, maybeSent, kind } of waiting) {
      checks.meet(`record · ${kind} ${mark}`);
      const intent = checks.ledger.intents.get(key);
      if (!intent) continue;
      const isThere = checks.ledger.rowsOf(intent.content).length > 0;
      if (mark === 'waiting' && !maybeSent)
        checks.check(
          'what waits has not arrived',
          !isThere,
          () => `${intent.content} waits, and has arrived`,
        );
      if (mark === 'sent')
        checks.check('what is sent has arrived', isThere, () => `${intent.content} is shown as sent`);
      // The user is told that it might have been sent.
      if (mark === 'not-sent' && !maybeSent)
        checks.check(
          'what was refused has not arrived',
          !isThere,
          () => `${intent.content} is shown as not sent`,
        );
    }
  }

  #lookAtChat({ jobId, messages, echoes, isRead }: Screen['chats'][number]): void {
    const checks = this.#checks;
    const { device } = this.#context;
    const place = `${device.name} in ${jobId}`;
    if (!isRead) return;
    const seen = this.#seen.get(jobId) ?? new Map<string, number>();
    const shown = new Map(messages.map(({ communicationId, sequence }) => [communicationId, sequence]));
    checks.check('messages stay in their order', isAscending([...shown.values()]), () => place);
    checks.check('a message is shown once', shown.size === messages.length, () => place);
    const gone = [...seen.keys()].find((id) => !shown.has(id));
    const goneText = gone && messageText(checks, seen.get(gone));
    checks.check('what was read stays', gone === undefined, () => `${place} ${goneText} is gone`);
    this.#seen.set(jobId, shown);
    const contents = [...messages, ...echoes].map(({ content }) => content);
    const twice = contents.find((content, at) => contents.indexOf(content) !== at);
    checks.check(
      'no echo stands beside its message',
      twice === undefined,
      () => `${place} shows ${twice} twice`,
    );
    const own = this.#own.get(jobId) ?? new Set();
    for (const content of contents) if (checks.ledger.byContent.has(content)) own.add(content);
    const lost = [...own].find((content) => !contents.includes(content));
    checks.check(
      'who has written reads it',
      lost === undefined,
      () => `${place} ${lost} is not shown any more`,
    );
    this.#own.set(jobId, own);
    for (const { content, mark } of echoes) {
      checks.meet(`echo · ${mark}`);
      const isThere = checks.ledger.rowsOf(content).length > 0;
      if (mark === 'sent')
        checks.check('what is sent has arrived', isThere, () => `${content} is shown as sent`);
    }
  }
}

function messageText(checks: Checks, sequence: number | undefined): string {
  return checks.ledger.rows.find((row) => row.sequence === sequence)?.content ?? 'a message';
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));
}

/** What of a screen goes into the trace: all but ids, which come from the database’s own chance. */
function summary(screen: Screen) {
  return {
    stage: screen.stage,
    email: screen.email,
    live: screen.isConnected,
    jobs: screen.jobs?.map(({ project, status, newMessages }) => [project, status, newMessages]),
    inbox: [screen.inbox?.needed.length, screen.inbox?.snoozed.length],
    chats: screen.chats.map(({ messages, echoes }) => [
      messages.map(({ content, status }) => `${content} ${status}`),
      echoes.map(({ content, mark }) => `${content} ${mark}`),
    ]),
    waiting: screen.waiting.map(({ kind, mark }) => [kind, mark]),
  };
}
