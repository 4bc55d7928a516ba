import { isStaff } from '../../../src/contract/enums.ts';
import { people } from '../../support/server/people.ts';
import { doubtMs } from '../check/decisions.ts';
import type { Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { decide, mark, messagesOn } from './choices.ts';
import { atHand, choose, chosenJob, deviceWith, type Happen, type Numbers } from './hand.ts';
import { send, type } from './writing.ts';

/** Changes the status of a job as staff do, or cancels it as its client does, with a reason that is posted in its chat. */
function changeStatus(world: World, device: Device, { pick }: Numbers, undoWindowMs: number): void {
  const hand = atHand(device);
  const job = hand && chosenJob(world, hand.screen, pick);
  if (!job || !isStaff(world.checks.ledger.userType(hand.user))) return;
  const status = job.status === 'IN_PROGRESS' ? 'ON_HOLD' : 'IN_PROGRESS';
  const content = status === 'ON_HOLD' ? world.text(hand.user, job.owner) : '';
  const { user } = hand;
  hand.page
    .change(job.jobId, { status, ...(content && { reason: content }) }, undoWindowMs)
    .then((key) => {
      if (!key) return;
      const { ledger } = world.checks;
      ledger.handOver(
        ledger.intend({ key, kind: 'update', user, device: device.name, jobId: job.jobId, content }),
      );
    })
    .catch(() => undefined);
}

/** Saves what is its user's alone. */
function save(world: World, device: Device, kind: 'savedReply' | 'view'): void {
  const hand = atHand(device);
  if (!hand || !isStaff(world.checks.ledger.userType(hand.user))) return;
  const { user } = hand;
  const content = world.text(user, user);
  const key = world.sim.uuid();
  const { ledger } = world.checks;
  const intent = ledger.intend({ key, kind: 'saved', user, device: device.name, jobId: '', content });
  hand.page.save(kind, key, content).then(
    () => ledger.handOver(intent),
    () => undefined,
  );
}

/** Returns the rows of the inbox in front of a user. */
function unansweredOn(device: Device) {
  const { needed = [], snoozed = [] } = atHand(device)?.screen.inbox ?? {};
  return [...needed, ...snoozed];
}

/** Returns what waits in front of a user, and is not said to be sent. */
function unsentOn(device: Device) {
  return atHand(device)?.screen.waiting.filter(({ mark }) => mark !== 'sent') ?? [];
}

/** What users do, by name. */
export const acts = {
  type: (world, device, how) => void type(world, device, how),
  send(world, device, { pick }) {
    const typed = [...world.checks.ledger.typed.keys()].filter((key) => key.startsWith(`${device.name} `));
    const jobId = choose(typed, pick)?.split(' ')[2];
    if (jobId) send(world, device, jobId);
  },
  write(world, device, how) {
    const jobId = type(world, device, how);
    if (jobId) send(world, device, jobId);
  },
  'send twice'(world, device, how) {
    const jobId = type(world, device, how);
    if (!jobId) return;
    send(world, device, jobId);
    send(world, device, jobId);
  },
  'take back'(world, there, { pick }) {
    const device = deviceWith(world, there, unsentOn);
    const hand = atHand(device);
    const record = choose(unsentOn(device), pick);
    const intent = record && world.checks.ledger.intents.get(record.key);
    if (!hand || !intent) return;
    const undone = () => {
      intent.isUndone = true;
      world.checks.meet('taken back');
      world.checks.check(
        'what was undone is not sent',
        world.checks.ledger.rowsOf(intent.content).length === 0 || intent.content === '',
        () => `${intent.content} was undone, and had arrived`,
      );
    };
    hand.page.discard(record.key).then(undone, () => undefined);
  },
  retry(_, device, { pick }) {
    const hand = atHand(device);
    const record = hand && choose(hand.screen.waiting, pick);
    if (record) void hand.page.retry(record.key).catch(() => undefined);
  },
  'mark a message': (world, device, how) => void mark(world, device, how, () => true),
  'mark a message that was marked': (world, device, how) =>
    void mark(world, device, how, (name) => world.checks.ledger.decisions.has(name)),
  'choose otherwise on a device whose clock is wrong'(world, there, how) {
    const first = deviceWith(world, there, (device) => (device.skewMs === 0 ? messagesOn(device) : []));
    if (world.eventsUntil > world.sim.now || first.skewMs !== 0) return;
    const name = mark(world, first, how, () => true);
    const jobId = atHand(first)?.screen.chats.find(({ messages }) =>
      messages.some(({ communicationId }) => name === `mark ${communicationId}`),
    )?.jobId;
    const isListed = (device: Device) => atHand(device)?.screen.jobs?.some((job) => job.jobId === jobId);
    const second = choose(
      world.devices.filter((device) => device !== first && isListed(device)),
      how.pick,
    );
    if (!jobId || !second) return;
    void atHand(second)
      ?.page.openChat(jobId)
      .catch(() => undefined);
    second.setClock(-2 * 86_400_000);
    const inMs = 2 * doubtMs;
    world.eventsUntil = world.sim.now + inMs + 1000;
    world.sim.after(inMs, () => void mark(world, second, how, (one) => one === name));
  },
  'snooze a chat'(world, there, { pick }) {
    const device = deviceWith(world, there, unansweredOn);
    const hand = atHand(device);
    const row = choose(unansweredOn(device), pick);
    if (!hand || !row) return;
    const forSeconds = [20, 90, 600, 86_400][pick % 4] as number;
    const until = row.isSnoozed ? 0 : Math.ceil(device.now() / 1000) + forSeconds;
    const { jobId, sequence } = row;
    const name = `snooze ${people[hand.user].email} ${jobId}`;
    decide(world, device, name, `${until} ${sequence}`, hand.page.snooze(jobId, until, sequence));
  },
  'open a chat'(world, device, { pick }) {
    const hand = atHand(device);
    const job = hand && chosenJob(world, hand.screen, pick);
    if (job) void hand.page.openChat(job.jobId).catch(() => undefined);
  },
  'change the status': (world, device, how) => changeStatus(world, device, how, 0),
  'change the status, to be undone': (world, device, how) => changeStatus(world, device, how, 10_000),
  'assign a job'(world, device, { pick }) {
    const hand = atHand(device);
    const job = hand && chosenJob(world, hand.screen, pick);
    if (!job || !isStaff(world.checks.ledger.userType(hand.user))) return;
    const assignedTo = choose(['', people.employee.email, people.admin.email], pick) as string;
    void hand.page.change(job.jobId, { assignedTo }, 0).catch(() => undefined);
  },
  'add a note'(world, device, { pick }) {
    const hand = atHand(device);
    const job = hand && chosenJob(world, hand.screen, pick);
    if (!job || !isStaff(world.checks.ledger.userType(hand.user))) return;
    const content = world.text(hand.user, 'staff');
    const key = world.sim.uuid();
    const { ledger } = world.checks;
    const intent = ledger.intend({
      key,
      kind: 'note',
      user: hand.user,
      device: device.name,
      jobId: job.jobId,
      content,
    });
    hand.page.addNote(job.jobId, content, key).then(
      () => ledger.handOver(intent),
      () => undefined,
    );
  },
  'report a job'(world, device) {
    const hand = atHand(device);
    const { ledger } = world.checks;
    if (!hand || ledger.userType(hand.user) !== 'CLIENT' || hand.user === 'employee') return;
    const { user } = hand;
    const content = world.text(user, user);
    hand.page
      .report(world.newReport(user, content))
      .then((key) => {
        if (key)
          ledger.handOver(
            ledger.intend({ key, kind: 'report', user, device: device.name, jobId: '', content }),
          );
      })
      .catch(() => undefined);
  },
  'save a reply': (world, device) => save(world, device, 'savedReply'),
  'save a view': (world, device) => save(world, device, 'view'),
  search(_, device, { pick }) {
    const hand = atHand(device);
    // A word of every job, and one of every message.
    void hand?.page.search(['main', 'for'][pick % 2] as string).catch(() => undefined);
  },
} satisfies Record<string, Happen>;
