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

  it('waits for an email in flight, and sends no other', async () => {
    const sent: Email[] = [];
    const begun = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    const server = await start({
      mail: {
        async send(email) {
          begun.resolve();
          await stopping.promise;
          await wait(100);
          sent.push(email);
        },
        async close() {},
      },
    });
    const invite = (email: string) =>
      server.call('inviteUsers', {
        as: 'admin',
        body: { inviteeList: [{ email, firstName: 'Nora', lastName: 'New', userType: 'CLIENT' }] },
      });
    await invite('new@client.test');
    await begun.promise;
    await invite('newer@client.test');
    const stopped = server.app.close();
    stopping.resolve();
    await stopped;
    expect(sent.map(({ to }) => to)).toEqual(['new@client.test']);
    expect(
      await server.db.query("select recipient from tasks where kind = 'email' and done is null"),
    ).toEqual([{ recipient: 'newer@client.test' }]);
  });
});
