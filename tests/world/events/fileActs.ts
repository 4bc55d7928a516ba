import { isStaff } from '../../../src/contract/enums.ts';
import type { Screen } from '../client/screens.ts';
import { atHand, choose, chosenJob, type Happen } from './hand.ts';
import { send, type } from './writing.ts';

/** Returns the links of the files that a screen shows. */
function linksOn(screen?: Screen): string[] {
  return screen?.chats.flatMap(({ messages }) => messages.flatMap(({ links }) => links)) ?? [];
}

/** Returns a document that says for whom it is; a long one is sent in pieces. */
function documentOf(content: string, pick: number): Uint8Array<ArrayBuffer> {
  const length = [500, 70_000, 600_000][pick % 3] as number;
  return new TextEncoder().encode(`%PDF-1.4\n% ${content}\n${'.'.repeat(length)}\n%%EOF\n`);
}

/** What users do with files, by name. */
export const fileActs = {
  'write with files'(world, device, how) {
    const jobId = type(world, device, how);
    const hand = atHand(device);
    if (!jobId || !hand) return;
    const content = world.checks.ledger.typed.get(`${device.name} ${hand.user} ${jobId}`) ?? '';
    for (let more = 0; more <= how.pick % 2; more += 1)
      hand.page.attach(jobId, `plan ${more}.pdf`, documentOf(content, how.pick + more));
    send(world, device, jobId);
  },
  'deliver a file'(world, device, { pick }) {
    const hand = atHand(device);
    const job = hand && chosenJob(world, hand.screen, pick);
    if (!job || !isStaff(world.checks.ledger.userType(hand.user))) return;
    const { user } = hand;
    const { ledger } = world.checks;
    const content = world.text(user, job.owner);
    const deliverable = { deliveryMode: 'DIGITAL_COPY', note: content };
    hand.page
      .change(job.jobId, { deliverable }, 0, [documentOf(content, pick)])
      .then((key) => {
        const what = { user, device: device.name, jobId: job.jobId, content };
        if (key) ledger.handOver(ledger.intend({ key, kind: 'delivery', ...what }));
      })
      .catch(() => undefined);
  },
  'open a file'(_, device, { pick }) {
    const hand = atHand(device);
    const link = hand && choose(linksOn(hand.screen), pick);
    if (link) void hand.page.open(link).catch(() => undefined);
  },
  'ask for any job'(world, device, { pick }) {
    const job = choose(world.jobs, pick);
    const links = world.devices.flatMap((other) => linksOn(atHand(other)?.screen));
    if (job) void atHand(device)?.page.pry(job.jobId, choose(links, pick));
  },
} satisfies Record<string, Happen>;
