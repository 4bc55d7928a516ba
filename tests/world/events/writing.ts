import type { Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { atHand, chosenJob, type Numbers } from './hand.ts';

/** Types a message in the chat of a job. @returns the job */
export function type(world: World, device: Device, { pick }: Numbers): string | null {
  const hand = atHand(device);
  const job = hand && chosenJob(world, hand.screen, pick);
  if (!job) return null;
  void hand.page.openChat(job.jobId).catch(() => undefined);
  const content = world.text(hand.user, job.owner);
  hand.page.typeText(job.jobId, content);
  world.checks.ledger.typed.set(`${device.name} ${hand.user} ${job.jobId}`, content);
  return job.jobId;
}

/** Sends what is typed there, with its files. */
export function send(world: World, device: Device, jobId: string): void {
  const hand = atHand(device);
  const { ledger } = world.checks;
  const content = hand && ledger.typed.get(`${device.name} ${hand.user} ${jobId}`);
  if (!hand || !content) return;
  const { user } = hand;
  let key = '';
  hand.page
    .sendTyped(jobId, (made, files, text) => {
      key = made;
      // A window may not have heard yet what was typed in another.
      ledger.intend({ key, kind: 'message', user, device: device.name, jobId, content: text, files });
    })
    .then(
      () => key !== '' && ledger.handOver(ledger.intents.get(key) as never),
      () => undefined,
    );
}
