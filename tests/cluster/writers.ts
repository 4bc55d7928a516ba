import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { LiveBatch } from '../../src/contract/live.ts';
import { liveStream } from '../../src/contract/live.ts';
import { bearer, messageForm } from '../support/network/outsider.ts';

export type Writer = {
  jobId: string;
  /** What was acknowledged, in order. */
  acknowledged: string[];
  /** Milliseconds (`performance.now`) of each acknowledgement. */
  times: number[];
  /** Returns how many requests were answered with something else, or not at all. */
  failures(): number;
  done: Promise<void>;
};

/**
 * Sends one message after the other, each again and again with its key until it is acknowledged: no outbox, and no waiting longer each
 * time.
 */
export function startWriter(
  name: string,
  {
    jobId,
    email,
    origin,
    isOver,
    fileOf,
  }: {
    jobId: string;
    email: string;
    origin: string;
    isOver: () => boolean;
    /** Returns the file of a message; without it, none has one. */
    fileOf?: ((content: string) => File) | undefined;
  },
): Writer {
  let failed = 0;
  const writer: Writer = {
    jobId,
    acknowledged: [],
    times: [],
    failures: () => failed,
    done: Promise.resolve(),
  };
  async function attempt(content: string, key: string): Promise<boolean> {
    const form = messageForm(jobId, content);
    if (fileOf) form.append('attachments', fileOf(content));
    const answer = await fetch(`${origin}/api/jobs/update`, {
      method: 'POST',
      headers: { authorization: bearer(email), 'idempotency-key': key },
      body: form,
      signal: AbortSignal.timeout(3000),
    });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status < 500)
      throw new RangeError(`${name}: ${answer.status} ${text}`);
    return answer.status === 200 && answer.headers.get('ev-jobs') !== null;
  }
  async function write(): Promise<void> {
    for (let count = 1; !isOver(); count++) {
      const content = `${name} ${count}`;
      const key = randomUUID();
      for (;;) {
        const isDone = await attempt(content, key).catch((error: unknown) => {
          if (error instanceof RangeError) throw error;
          return false;
        });
        if (isDone) break;
        failed += 1;
        if (isOver()) return;
        await sleep(100);
      }
      writer.acknowledged.push(content);
      writer.times.push(performance.now());
      await sleep(250);
    }
  }
  writer.done = write();
  return writer;
}

/**
 * Follows the event stream as the app does, beginning again where it broke off.
 *
 * @returns the messages that it brings, and when it has begun
 */
export function followStream(
  email: string,
  origin: string,
  isOver: () => boolean,
): { seen: Set<string>; begun: Promise<void> } {
  const seen = new Set<string>();
  const begun = Promise.withResolvers<void>();
  let last = '';
  const parser = createParser({
    onEvent({ id, data }) {
      last = id ?? last;
      begun.resolve();
      const { events } = JSON.parse(data) as LiveBatch;
      for (const event of events) if (event.kind === 'message') seen.add(event.message.content);
    },
  });
  async function follow(): Promise<void> {
    while (!isOver()) {
      try {
        const silent = new AbortController();
        let timer = setTimeout(() => silent.abort(), 40_000);
        const answer = await fetch(`${origin}/api${liveStream.path}`, {
          headers: { authorization: bearer(email), ...(last && { 'last-event-id': last }) },
          signal: silent.signal,
        });
        parser.reset();
        if (answer.ok && answer.body) {
          for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
            clearTimeout(timer);
            timer = setTimeout(() => silent.abort(), 40_000);
            parser.feed(text);
          }
        }
        clearTimeout(timer);
      } catch {
        // It broke off.
      }
      await sleep(500);
    }
  }
  void follow();
  return { seen, begun: begun.promise };
}
