import { beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../src/contract/live.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { factOf, openStream, type ReadStream, soon } from '../../support/server/eventStream.ts';
import { jobUpdate, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** Everybody whose e-mail is verified; `client` reported the job at hand, `otherClient` one of their own. */
const hearers = [
  'withoutProfile',
  'pending',
  'refused',
  'unspecified',
  'client',
  'otherClient',
  'employee',
  'admin',
] as const satisfies PersonName[];
type Hearer = (typeof hearers)[number];

const staff: Hearer[] = ['employee', 'admin'];

type Happening = { name: string; make(server: TestServer): Promise<string[]>; heardBy: Hearer[] };

let made: { jobId: string; version: number } = { jobId: '', version: 0 };
let written = '';

/** One after the other; each gives back the facts that those who hear of it are told. */
const happenings: Happening[] = [
  {
    name: 'a client reports a job with a note',
    async make(server) {
      made = await newJob(server, { message: 'Canary of the note' });
      return ['message Canary of the note', `job ${made.jobId}`].sort();
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'the client writes',
    async make(server) {
      await send(server, made.jobId, 'client', 'Canary of the client', [
        { name: 'canary.pdf', bytes: samples.pdf.bytes },
      ]);
      return ['message Canary of the client'];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'staff writes',
    async make(server) {
      written = (await send(server, made.jobId, 'employee', 'Canary of staff')).communicationId;
      return ['message Canary of staff'];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'the client marks a message',
    async make({ call }) {
      const mark = { evCommunicationId: written, jobId: made.jobId, status: 'ADDRESSED' as const };
      await call('markMessage', { as: 'client', body: { ...mark, userName: people.client.email } });
      return [`mark ${written} ADDRESSED`];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'the client puts off the conversation',
    async make({ call }) {
      const body = { jobId: made.jobId, until: 2_000_000_000, seen: 1 };
      expect((await call('snooze', { as: 'client', body })).status).toBe(200);
      return [`job ${made.jobId}`];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'an employee puts off the conversation',
    async make({ call }) {
      const body = { jobId: made.jobId, until: 2_000_000_000, seen: 1 };
      expect((await call('snooze', { as: 'employee', body })).status).toBe(200);
      return [`job ${made.jobId}`];
    },
    heardBy: staff,
  },
  {
    name: 'staff changes the job',
    async make({ call }) {
      const body = jobUpdate(made, 'employee', { status: 'IN_PROGRESS', assignedTo: people.employee.email });
      expect((await call('updateJob', { as: 'employee', body })).status).toBe(200);
      return [`job ${made.jobId}`];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'another client reports a job and writes',
    async make(server) {
      const { jobId } = await newJob(server, {}, { as: 'otherClient' });
      await send(server, jobId, 'otherClient', 'Canary of the other');
      return [`job ${jobId}`, 'message Canary of the other'];
    },
    heardBy: ['otherClient', ...staff],
  },
  {
    name: 'staff adds a note that mentions the client',
    async make({ call }) {
      const body = { jobId: made.jobId, note: 'Canary of the staff note', mentions: [people.client.email] };
      expect((await call('addStaffNote', { as: 'employee', body })).status).toBe(200);
      return [`job ${made.jobId}`];
    },
    heardBy: staff,
  },
  {
    name: 'an admin adds a shot to a checklist',
    async make({ call }) {
      const body = { shotId: 'shot-1', service: 'PIL', name: 'Roof', hint: '' } as const;
      expect((await call('saveShot', { as: 'admin', body })).status).toBe(200);
      return ['job '];
    },
    heardBy: ['client', 'otherClient', ...staff],
  },
  {
    name: 'an employee saves a reply',
    async make({ call }) {
      const body = { replyId: 'own', isFirms: false, name: 'Canary', content: 'Canary of a saved reply' };
      expect((await call('saveReply', { as: 'employee', body })).status).toBe(200);
      return ['job '];
    },
    heardBy: staff,
  },
  {
    name: 'an employee shares a view',
    async make({ call }) {
      const view = { viewId: 'shared', name: 'Canary of a view', isShared: true, category: 'all' } as const;
      expect((await call('saveView', { as: 'employee', body: { ...view, search: {} } })).status).toBe(200);
      return ['job '];
    },
    heardBy: staff,
  },
  {
    name: 'a client changes their own profile',
    async make({ call }) {
      const profiles = [{ email: people.client.email, company: 'Canary Roofs' }];
      await call('updateProfiles', { as: 'client', body: { profiles } });
      return [`profile ${people.client.email}`];
    },
    heardBy: ['client', ...staff],
  },
  {
    name: 'somebody who waits changes is refused',
    async make({ call }) {
      const profiles = [{ email: people.pending.email, userRefused: true }];
      await call('updateProfiles', { as: 'admin', body: { profiles } });
      return [`profile ${people.pending.email}`];
    },
    heardBy: ['pending', ...staff],
  },
];

onOneDatabase('who receives which events', (start) => {
  let server: TestServer;
  let origin = '';
  const streams = new Map<Hearer, ReadStream>();
  const cursors = new Map<Hearer, string>();
  const facts: string[][] = [];

  async function asked(as: Hearer, cursor: string) {
    return (await server.call('events', { as, body: { cursor } })).answer;
  }

  beforeAll(async () => {
    server = await start();
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const hearer of hearers) {
      const stream = await openStream(origin, server.token(hearer));
      expect(stream.events()).toEqual([]);
      streams.set(hearer, stream);
      cursors.set(hearer, stream.lastId());
    }
    for (const { make } of happenings) facts.push(await make(server));
  });

  function expected(hearer: Hearer): string[] {
    return happenings.flatMap(({ heardBy }, index) => (heardBy.includes(hearer) ? (facts[index] ?? []) : []));
  }

  describe.each(hearers)('%s', (hearer) => {
    it('gets their events by the call, and no others', async () => {
      const { events, missed } = await asked(hearer, cursors.get(hearer) ?? '');
      expect(missed).toBe(false);
      expect(events.map(factOf)).toEqual(expected(hearer));
    });

    it('gets the same events by the stream', async () => {
      const stream = streams.get(hearer) as ReadStream;
      // Being refused ends the stream; what it did not tell is told to whoever comes back.
      if (hearer === 'pending') {
        expect(await stream.ended).toBe(true);
        expect(stream.events()).toEqual([]);
      } else {
        await expect.poll(() => stream.events().map(factOf), soon).toEqual(expected(hearer));
      }
      const again = await openStream(origin, server.token(hearer), { last: stream.lastId() });
      const all = [...stream.events(), ...again.events()];
      expect(all.map(factOf)).toEqual(expected(hearer));
      for (const name of ['Canary of the other', 'Canary of the client', 'Canary of staff']) {
        const heard = expected(hearer).includes(`message ${name}`);
        expect((stream.text + again.text).includes(name), name).toBe(heard);
      }
      // An event only names the job of a staff note, also to staff.
      expect(stream.text + again.text).not.toContain('Canary of the staff note');
      again.cut();
    });
  });

  it('a message event contains the message as in the conversation', async () => {
    const conversation = (await server.call('conversation', { as: 'client', params: { jobId: made.jobId } }))
      .answer;
    const { events } = await asked('client', cursors.get('client') ?? '');
    const told = events.filter((event): event is LiveEvent & { kind: 'message' } => event.kind === 'message');
    expect(told.map(({ message }) => message)).toEqual(conversation);
    expect(Object.keys(conversation[1]?.fileAttachmentsInfo ?? {})).toHaveLength(1);
  });

  it('nobody gets events without a token, with a bad one, or with an unverified address', async () => {
    const url = '/api/events/stream';
    const codes: string[] = [];
    for (const token of [null, 'garbage', server.token('unverified')]) {
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      codes.push((await server.app.inject({ url, headers })).json().code);
    }
    codes.push((await server.app.inject(`${url}?access_token=${server.token('admin')}`)).json().code);
    expect(codes).toEqual(['unauthorized', 'unauthorized', 'not-verified', 'unauthorized']);
  });

  it('the log contains nothing of it', () => {
    const text = JSON.stringify(server.logs);
    expect(text).toContain('/api/events/stream');
    expect(text).not.toMatch(/Canary|ev\.test|eyJ/);
    for (const cursor of cursors.values()) expect(text).not.toContain(cursor);
  });
});
