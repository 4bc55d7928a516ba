import { expect, onTestFinished, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('test emails', (start) => {
  test('an admin’s test email goes to their own address at once', async () => {
    const server = await start();
    const { answer } = await server.call('testEmail', { as: 'admin', body: {} });
    expect(answer).toEqual({ failure: '' });
    expect(server.emails.map(({ to, kind }) => ({ to, kind }))).toEqual([
      { to: 'ada@ev.test', kind: 'test' },
    ]);
  });

  test('a mail server that refuses is told by its code, without its words', async () => {
    const refusal = Object.assign(new Error('535 no such user admin@ev.test'), {
      code: 'EAUTH',
      responseCode: 535,
    });
    const mail = { send: () => Promise.reject(refusal), close: async () => undefined };
    const server = await start({ mail });
    const { answer } = await server.call('testEmail', { as: 'admin', body: {} });
    expect(answer).toEqual({ failure: 'EAUTH 535' });
  });

  test('a mail server that takes longer than the app waits is told as such', async () => {
    const mail = { send: () => new Promise<void>(() => {}), close: async () => undefined };
    const server = await start({ mail });
    const { answer } = await server.call('testEmail', { as: 'admin', body: {} });
    expect(answer).toEqual({ failure: 'ETIMEDOUT' });
  });

  test('the settings tell whether emails are sent, and the days of this server', async () => {
    const server = await start({ sendsEmail: false, retention: { audit: 40 } });
    const { answer } = await server.call('firmSettings', { as: 'admin' });
    expect(answer).toMatchObject({
      sendsEmail: false,
      takesReplies: false,
      retention: { audit: 40, emails: 30 },
    });
  });
});

onBothDatabases('a test email', (start) => {
  test('holds nobody else up while a mail server takes long', async () => {
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const send = () => {
      begun.resolve();
      return taken.promise;
    };
    const server = await start({ mail: { send, close: async () => undefined } });
    onTestFinished(() => taken.resolve());
    const sent = server.call('testEmail', { as: 'admin', body: {} });
    await begun.promise;
    const change = { name: 'Baker', address: '', color: '' };
    expect((await server.call('saveFirm', { as: 'admin', body: change })).code).toBe('');
    taken.resolve();
    expect((await sent).answer).toEqual({ failure: '' });
  });
});
