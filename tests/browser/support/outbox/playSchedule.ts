import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { samples } from '../../../support/files/sampleFiles.ts';
import { faultPlan, randomFrom } from '../../../support/network/faults.ts';
import { ChatTab, type Upload } from './chatTab.ts';
import type { DeviceBehindProxy } from './deviceBehindProxy.ts';
import { inTime, NoAnswer } from './inTime.ts';
import { Ledger } from './ledger.ts';
import { hashOf, type Office, type OpenJob } from './office.ts';
import { type FileWish, inWords, type Schedule, type Step, scheduleOf } from './schedule.ts';

export type Outcome = {
  seed: number;
  /** Lost, doubled, reordered or changed messages; empty when there are none. */
  differences: string[];
  /** Steps that a user could not do because the app offered no way. */
  missed: string[];
  /** How often "Retry" had to be pressed. */
  retries: number;
  messages: number;
  files: number;
  marks: number;
  /** How often each fault occurred. */
  faults: Record<string, number>;
  /** The time from the return of the connection until the outbox was empty. */
  drainedMs: number;
};

/**
 * Plays one schedule on a device and compares the server with the written messages. The device is empty again afterwards.
 *
 * @throws NoAnswer when the browser no longer answers; the schedule has proved nothing then
 */
export async function playSchedule(
  seed: number,
  device: DeviceBehindProxy,
  office: Office,
): Promise<Outcome> {
  const play = new Play(scheduleOf(seed), device, office);
  return play.run();
}

class Play {
  readonly #schedule: Schedule;
  readonly #device: DeviceBehindProxy;
  readonly #office: Office;
  readonly #ledger = new Ledger();
  readonly #missed: string[] = [];
  /** Jobs that could not be reopened on a bad connection after their page closed during the send. */
  readonly #maybeLeft = new Set<OpenJob>();
  #jobs: OpenJob[] = [];
  #lastWords = '';
  #written = 0;
  #retries = 0;

  constructor(schedule: Schedule, device: DeviceBehindProxy, office: Office) {
    this.#schedule = schedule;
    this.#device = device;
    this.#office = office;
  }

  async run(): Promise<Outcome> {
    const { seed, faults, steps, end } = this.#schedule;
    const { proxy } = this.#device;
    await inTime(this.#begin(), 'opens the jobs');
    const before = new Map(proxy.applied);
    proxy.plan = faultPlan(faults.seed, faults.rate, faults.kinds);
    for (const step of steps) {
      try {
        await inTime(this.#step(step), inWords(step));
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        this.#missed.push(`${inWords(step)}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    proxy.plan = () => null;
    await proxy.line('up');
    if (end === 'comes back a minute later') await this.#device.sleepAMinute();
    const drainedMs = await this.#drain();
    const differences = await this.#ledger.differences(this.#office, this.#jobs);
    await this.#device.closeTabs();
    const met = [...proxy.applied].map(([kind, times]) => [kind, times - (before.get(kind) ?? 0)] as const);
    const { messages, files, marks } = this.#ledger;
    return {
      seed,
      differences,
      missed: this.#missed,
      retries: this.#retries,
      messages,
      files,
      marks,
      faults: Object.fromEntries(met.filter(([, times]) => times > 0)),
      drainedMs,
    };
  }

  /** Creates jobs and opens each once on a good connection, so that the device has read them. */
  async #begin(): Promise<void> {
    const { seed, jobs } = this.#schedule;
    await this.#device.closeTabs();
    for (let n = 1; n <= jobs; n += 1) {
      this.#jobs.push(await this.#office.newJob(`Schedule ${seed} job ${n}`, 2));
    }
    const [first] = this.#jobs as [OpenJob];
    const page = await this.#device.openTab(ChatTab.pathOf(first));
    for (const job of this.#jobs) await new ChatTab(page, job).isRead();
  }

  async #step(step: Step): Promise<void> {
    const { proxy } = this.#device;
    switch (step.does) {
      case 'writes':
        return this.#write(step);
      case 'marks':
        return this.#mark(step);
      case 'reloads':
        await reload(await this.#tab(step.tab));
        return;
      case 'closes the tab':
        return (await this.#tab(step.tab)).close();
      case 'opens a second tab':
        if (this.#device.tabs.length < 2) await this.#device.openTab('/messages');
        return;
      case 'waits':
        await sleep(step.ms);
        return;
      case 'worker is killed':
        return this.#device.killWorker();
      case 'background sync':
        await this.#device.backgroundSync();
        return;
      case 'line is dead':
      case 'line is silent':
        await proxy.line(step.does === 'line is dead' ? 'dead' : 'silent');
        await sleep(step.ms);
        return;
      case 'line is up':
        await proxy.line('up');
        return;
    }
  }

  /** Returns the tab of this number; opens one when all are closed. */
  async #tab(number: number): Promise<Page> {
    const { tabs } = this.#device;
    const [first] = this.#jobs as [OpenJob];
    return tabs[number % tabs.length] ?? this.#device.openTab(ChatTab.pathOf(first));
  }

  async #chat({ tab, job }: { tab: number; job: number }): Promise<ChatTab> {
    const chat = new ChatTab(await this.#tab(tab), this.#jobs[job % this.#jobs.length] as OpenJob);
    await chat.show();
    if (this.#maybeLeft.has(chat.job)) {
      await reload(chat.page);
      await this.#sendWhatIsLeft(chat);
    }
    return chat;
  }

  async #write(step: Extract<Step, { does: 'writes' }>): Promise<void> {
    const chat = await this.#chat(step);
    if (!step.repeats || this.#lastWords === '') {
      this.#written += 1;
      this.#lastWords = `Words ${this.#written} of ${this.#schedule.seed}`;
    }
    const content = this.#lastWords;
    const files = step.files.map(fileOf);
    await chat.type(content, files);
    await chat.press();
    const entry = { content, sha256: files.map(({ buffer }) => hashOf(buffer)) };
    // From here on the message is either stored or still in the composer.
    this.#ledger.wrote(chat.job, entry);
    if (step.after === 'waits') return chat.isTaken();
    this.#maybeLeft.add(chat.job);
    if (step.after === 'reloads at once') {
      await reload(chat.page);
      return this.#sendWhatIsLeft(chat);
    }
    await chat.page.close();
    // Another open tab has its own composer.
    return this.#sendWhatIsLeft(new ChatTab(await this.#device.openTab(ChatTab.pathOf(chat.job)), chat.job));
  }

  /** Sends the text that is still in the composer, as a returning user would, unless it was sent. */
  async #sendWhatIsLeft(chat: ChatTab): Promise<void> {
    await chat.show();
    if ((await chat.typed()) !== '') {
      await chat.press();
      await chat.isTaken();
    }
    this.#maybeLeft.delete(chat.job);
  }

  async #mark(step: Extract<Step, { does: 'marks' }>): Promise<void> {
    const chat = await this.#chat(step);
    const message = chat.job.asked[step.message % chat.job.asked.length];
    if (!message) return;
    this.#ledger.marked(chat.job, message.communicationId, await chat.mark(message.content));
    // The mark shows at once and is stored a moment later; nobody closes a page within that.
    await sleep(300);
  }

  /** Leaves the app open on a good connection until the outbox is empty, and retries refused messages. */
  async #drain(): Promise<number> {
    await inTime(this.#tab(0), 'opens the app');
    for (const job of this.#maybeLeft) {
      await inTime(this.#chat({ tab: 0, job: this.#jobs.indexOf(job) }), 'looks for what is left');
    }
    await this.#device.hearsOnline();
    return this.#device.isEmpty(async ({ jobId }) => {
      const job = this.#jobs.findIndex((one) => one.jobId === jobId);
      this.#retries += await (await this.#chat({ tab: 0, job })).retryAll();
    });
  }
}

async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit', timeout: 20_000 }).catch(() => undefined);
}

/** Creates random bytes that begin like the file's type. */
function fileOf({ type, bytes, seed }: FileWish, at: number): Upload {
  const random = randomFrom(seed);
  const noise = Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
  const start = type === 'pdf' ? Buffer.from('%PDF-1.4\n') : Buffer.from(samples.png.bytes);
  return {
    name: `file-${seed}-${at}.${type}`,
    mimeType: type === 'pdf' ? 'application/pdf' : 'image/png',
    buffer: Buffer.concat([start, noise]),
  };
}
