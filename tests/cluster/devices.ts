import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { Outbox } from '../../src/outbox/Outbox.ts';
import type { CopiedFile } from '../../src/outbox/records/fileBytes.ts';
import type { OutboxRecord } from '../../src/outbox/records/record.ts';
import { browserEnvironment } from '../../src/outbox/sending/browserEnvironment.ts';
import { emulatorClaims } from '../support/server/emulatorClaims.ts';
import { tokenOf } from '../support/server/people.ts';

export type Device = {
  jobId: string;
  /** What was typed on it, in order. */
  typed: string[];
  /** What has arrived, in order. */
  acknowledged: string[];
  /** Returns how many messages have not arrived. */
  waiting(): Promise<number>;
  /** Those that were refused, each with the reason. */
  refused: string[];
  /** Returns those that have not arrived. */
  unsent(): Promise<OutboxRecord[]>;
  /** Tries everything now, as at a start of the app. @param again also what was refused, as *Try again* does */
  tryNow(again: boolean): Promise<void>;
};

/**
 * Opens the product’s outbox as on a device of its own, which types a message every `everyMs` until `isOver`, whatever the connection is.
 */
export function openDevice(
  name: string,
  {
    jobId,
    email,
    origin,
    everyMs,
    isOver,
    filesOf = async () => [],
  }: {
    jobId: string;
    email: string;
    origin: string;
    everyMs: number;
    isOver: () => boolean;
    /** Returns the files of a message. */
    filesOf?: ((content: string) => Promise<CopiedFile[]>) | undefined;
  },
): Device {
  globalThis.location = new URL(origin) as unknown as Location;
  const owner = { uid: email, email };
  const token = async () => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return {
      ...owner,
      exp,
      idToken: tokenOf({ email, uid: email, verified: true }, Date.now(), emulatorClaims),
    };
  };
  const outbox = new Outbox({
    ...browserEnvironment(token),
    indexedDB: new IDBFactory(),
    storageLeft: async () => null,
    lock: null,
    channel: { post: () => undefined, listen: () => () => undefined },
  });
  const device: Device = {
    jobId,
    typed: [],
    acknowledged: [],
    refused: [],
    waiting: async () => (await device.unsent()).length,
    unsent: async () => (await outbox.records(owner.uid)).filter(({ state }) => state !== 'acked'),
    async tryNow(again) {
      for (const { clientId, state } of again ? await device.unsent() : [])
        if (state === 'failed') await outbox.retry(owner.uid, clientId);
      await outbox.tryNow(owner.uid);
    },
  };
  outbox.onDelivered((record) => {
    if (record.kind === 'message') device.acknowledged.push(record.payload.content);
  });
  outbox.onRefused((_, error) => {
    device.refused.push(`${name}: a message was refused: ${error.message}`);
  });
  // As the app does whenever it has read the conversation; what has arrived would otherwise stay, and slow the rest down.
  setInterval(() => outbox.removeLinked(owner.uid, jobId, [], Date.now()), 5000).unref();
  async function type(): Promise<void> {
    if (isOver()) return;
    const content = `${name} ${device.typed.length + 1}`;
    device.typed.push(content);
    const payload = { content, jobReporter: email, assignedTo: '', fromUserType: 'CLIENT' as const };
    await outbox.send(owner, { kind: 'message', jobId, payload }, await filesOf(content));
    setTimeout(type, everyMs * (0.5 + Math.random()));
  }
  void type();
  return device;
}
