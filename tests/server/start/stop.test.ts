import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Email } from '../../../server/data/notify/email.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

onOneDatabase('a graceful stop', (start) => {
  it('lets running requests finish', async () => {
    const server = await start();
    const job = await newJob(server);
    const { put } = server.files;
    let arrived = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.files.put = async (key, stream) => {
      arrived();
      await wait(300);
      return put(key, stream);
    };
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const form = new FormData();
    for (const [key, value] of Object.entries(messageOf(job.jobId, 'client', 'Hello')))
      form.append(key, String(value));
    form.append('attachments', new Blob([pdf], { type: 'application/pdf' }), 'plan.pdf');
    const headers = { authorization: `Bearer ${server.token('client')}` };
    const sent = fetch(`${url}/api/jobs/update`, { method: 'POST', headers, body: form });
    await arriving;
    const stopped = server.app.close();
    const answer = await sent;
    expect(answer.status).toBe(200);
    await stopped;
    await expect(fetch(`${url}/api/healthz`)).rejects.toThrow();
  });

  it('waits for the emails in flight, and sends no other', async () => {
    const atOnce = 10;
    const begun: Email[] = [];
    const full = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    const sent: Email[] = [];
    const server = await start({
      mail: {
        async send(email) {
          if (begun.push(email) === atOnce) full.resolve();
          await stopping.promise;
          await wait(100);
          sent.push(email);
        },
        async close() {},
      },
      // Comes after the product's own, so that the queue is stopping by then.
      prepare: (app) => app.addHook('preClose', async () => stopping.resolve()),
    });
    const inviteeList = Array.from({ length: atOnce + 1 }, (_, i) => ({
      email: `new${i}@client.test`,
      firstName: 'Nora',
      lastName: 'New',
      userType: 'CLIENT' as const,
    }));
    await server.call('inviteUsers', { as: 'admin', body: { inviteeList } });
    await full.promise;
    await server.app.close();
    expect(sent).toHaveLength(atOnce);
    const left = await server.db.query<{ recipient: string }>(
      "select recipient from tasks where kind = 'email' and done is null",
    );
    expect([...sent.map(({ to }) => to), ...left.map(({ recipient }) => recipient)].sort()).toEqual(
      inviteeList.map(({ email }) => email).sort(),
    );
  });
});
