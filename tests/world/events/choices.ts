import type { Device } from '../client/Device.ts';
import type { World } from '../World.ts';
import { atHand, choose, type Numbers } from './hand.ts';

/** Notes that a user decides about something that has one value. */
export function decide(
  world: World,
  device: Device,
  name: string,
  value: string,
  stored: Promise<void>,
): void {
  const user = atHand(device)?.user;
  if (!user) return;
  const decision = world.checks.ledger.decide(name, { user, device, value });
  stored.then(
    () => {
      decision.isTold = true;
    },
    () => undefined,
  );
}

/** Returns the messages of the chats that are open in front of a user. */
export function messagesOn(device: Device) {
  return atHand(device)?.screen.chats.flatMap(({ messages }) => messages) ?? [];
}

/**
 * Marks a message of a chat that is open.
 *
 * @param isMeant tells by the name of a mark whether it may be this one
 * @returns its name
 */
export function mark(
  world: World,
  device: Device,
  { pick }: Numbers,
  isMeant: (name: string) => boolean,
): string | undefined {
  const hand = atHand(device);
  const meant = hand?.screen.chats.map(({ jobId, messages }) => ({
    jobId,
    messages: messages.filter(({ communicationId }) => isMeant(`mark ${communicationId}`)),
  }));
  const chat = choose(meant?.filter(({ messages }) => messages.length > 0) ?? [], pick);
  const message = chat && choose(chat.messages, pick);
  if (!hand || !message) return;
  const status = message.status === 'NEW' ? 'ADDRESSED' : 'NEW';
  const { communicationId } = message;
  const name = `mark ${communicationId}`;
  const stored = hand.page.mark(chat.jobId, communicationId, status);
  decide(world, device, name, status, stored);
  return name;
}
