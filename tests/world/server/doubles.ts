import { Readable } from 'node:stream';
import type { OutgoingEmail } from '../../../server/mail/mail.ts';
import type { World } from '../World.ts';
import type { Server } from './Server.ts';

/** The providers in whose place doubles stand. Each may be slow, away, silent, or lose its answer. */

export type SentEmail = OutgoingEmail & { at: number; server: number; fault: string | null };

/** A mail server. */
export class MailServer {
  readonly accepted: SentEmail[] = [];
  /** What is done with the next email that can be answered. */
  onAnswerable: ((email: SentEmail) => void) | null = null;
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }

  async send(server: Server, email: OutgoingEmail): Promise<void> {
    const { sim, faults, checks } = this.#world;
    await sim.pass(5, 200, () => server.isAlive);
    const fault = faults.of('mail');
    if (fault === 'away') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' });
    if (fault === 'slow') await sim.pass(1000, 40_000, () => server.isAlive);
    const sent = { ...email, at: sim.now, server: server.number, fault };
    this.accepted.push(sent);
    checks.onEmail(sent);
    if (sent.replyTo !== undefined) {
      this.onAnswerable?.(sent);
      this.onAnswerable = null;
    }
    if (fault === 'lost') throw Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' });
    await sim.pass(1, 50, () => server.isAlive);
  }
}

type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer };

/** A push service, which delivers to the devices that are online, and later to the others. */
export class PushService {
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }

  async post(
    server: Server,
    { endpoint, body }: PushRequest,
  ): Promise<{ status: number; retryAfter: string | undefined }> {
    const world = this.#world;
    const { sim, faults } = world;
    const answer = (status: number, retryAfter?: string) => ({ status, retryAfter });
    await sim.pass(5, 200, () => server.isAlive);
    const device = world.devices.find(({ subscription }) => subscription === endpoint);
    if (device?.onPush) {
      device.onPush();
      device.onPush = null;
      return answer(429, '90');
    }
    const fault = faults.of('push');
    if (fault === 'away') throw new Error('No answer came in time.');
    if (fault === 'busy') return answer(503);
    if (fault === 'slow') await sim.pass(1000, 9000, () => server.isAlive);
    if (!device) return answer(410);
    const payload = JSON.parse(body.toString()) as { notification: { data: Record<string, string> } };
    world.checks.onPush(server, endpoint, payload, fault);
    const deliver = () => {
      if (device.subscription !== endpoint) return;
      if (!device.isOnline) sim.after(5000, deliver);
      else device.wake().emit('push', { data: { json: () => payload }, waitUntil: () => undefined });
    };
    sim.after(sim.between(5, 2000), deliver);
    if (fault === 'lost') throw new Error('The connection was lost.');
    await sim.pass(1, 50, () => server.isAlive);
    return answer(201);
  }
}

/** A bucket that all servers share. */
export class Bucket {
  readonly files = new Map<string, { bytes: Buffer; at: number }>();
  wasAway = false;
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }

  /** @param entry the server's own modules, whose errors it knows */
  of(server: Server, { FileMissing, Unavailable }: typeof import('./entry.ts')) {
    const { files } = this;
    const world = this.#world;
    const pass = async () => {
      await world.sim.pass(1, 60, () => server.isAlive);
      if (world.faults.of('bucket') !== 'away') return;
      this.wasAway = true;
      throw new Unavailable('files', new Error('The bucket is away.'));
    };
    return {
      async put(key: string, stream: AsyncIterable<Uint8Array>) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        await pass();
        const bytes = Buffer.concat(chunks);
        files.set(key, { bytes, at: world.now() });
        await world.sim.pass(0, 20, () => server.isAlive);
        return bytes.length;
      },
      async get(key: string, range?: { start: number; end: number }) {
        await pass();
        const found = files.get(key);
        if (!found) throw new FileMissing(key);
        return Readable.from([range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes]);
      },
      async remove(key: string) {
        await pass();
        files.delete(key);
      },
      async *list(beginning: string) {
        await pass();
        const found = [...files].filter(([key]) => key.startsWith(beginning)).sort();
        yield found.map(([key, { bytes, at }]) => ({ key, size: bytes.length, storedMs: at }));
      },
      ready: pass,
    };
  }
}
