import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { expect } from 'vitest';
import { LiveBatch, type LiveEvent, liveStream } from '../../../src/contract/live.ts';
import { people } from './people.ts';
import type { TestServer } from './server.ts';

/** As long as a busy machine may take; the default of a second would be too short. */
export const soon = { timeout: 20_000 };

/** A stream of events as it arrives, every batch checked against the contract. */
export type ReadStream = {
  headers: Headers;
  batches: LiveBatch[];
  /** The events of all batches so far. */
  events(): LiveEvent[];
  /** The id to resume with. */
  lastId(): string;
  retryMs: number | undefined;
  /** The raw text so far. */
  text: string;
  /** True once the server has ended it, false when it was cut off. */
  ended: Promise<boolean>;
  cut(): void;
};

/** Opens the stream of a server that listens at `origin`; resolves when its first event is there. */
export async function openStream(
  origin: string,
  token: string | null,
  { last, ago, onText = () => {} }: { last?: string; ago?: number; onText?: (text: string) => void } = {},
): Promise<ReadStream> {
  const line = new AbortController();
  const answer = await fetch(`${origin}/api${liveStream.path}`, {
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(last === undefined ? {} : { 'last-event-id': last }),
      ...(ago === undefined ? {} : { [liveStream.ago]: String(ago) }),
    },
    signal: line.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  const begun = Promise.withResolvers<void>();
  const stream: ReadStream = {
    headers: answer.headers,
    batches: [],
    events: () => stream.batches.flatMap(({ events }) => events),
    lastId: () => stream.batches.at(-1)?.cursor ?? '',
    retryMs: undefined,
    text: '',
    ended: Promise.resolve(false),
    cut: () => line.abort(),
  };
  const parser = createParser({
    onRetry: (retryMs) => {
      stream.retryMs = retryMs;
    },
    onEvent({ id, event, data }) {
      const sent: unknown = JSON.parse(data);
      const batch = v.parse(LiveBatch, sent);
      expect(batch).toEqual(sent);
      expect({ id, event }).toEqual({ id: batch.cursor, event: liveStream.event });
      stream.batches.push(batch);
      begun.resolve();
    },
  });
  const body = answer.body.pipeThrough(new TextDecoderStream());
  async function readAll(): Promise<boolean> {
    try {
      for await (const text of body) {
        stream.text += text;
        parser.feed(text);
        onText(text);
      }
      return true;
    } catch {
      return false;
    } finally {
      begun.resolve();
    }
  }
  stream.ended = readAll();
  await begun.promise;
  return stream;
}

/** Returns the emails, ids and texts of an event, so that tests can compare them. */
export function factOf(event: LiveEvent): string {
  if (event.kind === 'message') return `message ${event.message.content}`;
  if (event.kind === 'mark') return `mark ${event.communicationId} ${event.status}`;
  return event.kind === 'job' ? `job ${event.jobId}` : `profile ${event.email}`;
}

/** Changes a user's type, as an admin does. */
export async function makeType(
  { call }: TestServer,
  person: keyof typeof people,
  userType: 'CLIENT' | 'EMPLOYEE',
): Promise<void> {
  const profiles = [{ email: people[person].email, userType }];
  expect((await call('updateProfiles', { as: 'admin', body: { profiles } })).status).toBe(200);
}
