import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { canaries, client, wordsOf } from '../../support/server/erasing.ts';
import { jobReport, messageOf, newJob } from '../../support/server/jobs.ts';
import { savePeople, testAddress } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

const { email, firstName, lastName, phoneNumber } = canaries.client;
/** What people type, and what lets them in. */
const typed = { text: 'Marmalade-in-the-cellar', file: 'pangolin-plan', token: 'quetzal-secret' };
const every = [
  ...wordsOf(canaries.client),
  ...Object.values(typed),
  encodeURIComponent(email),
  testAddress.streetName,
];

/** Every field of every call, filled with something that nobody else has. */
const filled = {
  ...{ username: email, email, userName: email, jobReporter: email, jobUpdateUser: email, person: email },
  ...{ firstName, lastName, phoneNumber, company: typed.text, address: testAddress, text: typed.text },
  ...{ evJobId: typed.text, jobId: typed.text, evCommunicationId: typed.text, startAfter: typed.text },
  ...{ project: typed.text, message: typed.text, jobDescription: typed.text, format: typed.text },
  ...{ deviceId: typed.text, endpoint: `https://push.example/${typed.token}`, receipt: typed.token },
  ...{ cursor: typed.text, inviteeList: [{ email, firstName, lastName, userType: 'CLIENT' }] },
  ...{ profiles: [{ email, firstName, lastName: typed.text }], keepCompany: typed.text, wanted: typed.text },
  ...{
    keys: { p256dh: typed.token, auth: typed.token },
    label: typed.text,
    status: typed.text,
    action: typed.text,
  },
  ...{ engine: typed.text, screen: email, measured: [{ what: lastName, value: 1 }] },
};

onOneDatabase('the log of a server with a socket', (start, kind) => {
  let server: TestServer;
  let origin: string;
  let broken = false;
  const ids: string[] = [];

  async function ask(path: string, token: string | null, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${origin}${path}`, {
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(init.headers as Record<string, string>),
      },
    });
    await answer.arrayBuffer();
    ids.push(answer.headers.get('x-request-id') ?? '');
    return answer;
  }

  beforeAll(async () => {
    server = await start({
      errorsExpected: true,
      fieldData: true,
      mail: {
        send: () => Promise.reject(new Error(`550 no such user <${email}> ${lastName}`)),
        close: async () => undefined,
      },
    });
    await savePeople(server.db, [client], startOfTime);
    await server.db.query('update users set phone_number = $2 where email = $1', [email, phoneNumber]);
    const { get, put } = server.files;
    server.files.get = (key) =>
      broken ? Promise.reject(new Error(`ENOENT: no such file, open '/data/${typed.file}.pdf'`)) : get(key);
    server.files.put = (key, bytes) =>
      broken ? Promise.reject(new Error(`No room for “${typed.file}.pdf” of ${email}`)) : put(key, bytes);
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('has a line with the id of every response, whichever call it was and however it failed', async () => {
    const token = server.tokenOf(client);
    const tokens = [token, server.token('admin'), `eyJhbGciOiJub25lIn0.${typed.token}.`, null];
    for (const { method, path } of Object.values(calls)) {
      const params: Record<string, string> = { email, fileName: `${typed.file}.pdf` };
      const url = `/api${path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? typed.token))}`;
      for (const each of tokens) {
        if (method === 'GET') await ask(`${url}?${new URLSearchParams({ email })}`, each);
        else await ask(url, each, { method, body: JSON.stringify(filled) });
      }
      if (method === 'GET') continue;
      await ask(url, token, { method, body: `{"email": "${email}", "text": ${typed.text}` });
      const form = new FormData();
      form.append('job', JSON.stringify(filled));
      form.append(typed.text, new Blob([typed.text]), `${typed.file}.pdf`);
      const { headers, body } = new Request(origin, { method: 'POST', body: form });
      const type = headers.get('content-type') ?? '';
      await ask(url, token, {
        method,
        body: Buffer.from(await new Response(body).arrayBuffer()),
        headers: { 'content-type': type, 'idempotency-key': `key of ${firstName}` },
      });
    }
    await ask(`/api/users/${email}/nothing?name=${firstName}`, token);
    await expect.poll(() => ids.filter((id) => !server.logs.some(({ reqId }) => reqId === id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('reports calls that succeed, and parts that fail during them', async () => {
    // The call that ends one's own sessions was among the others.
    server.clock.advance(120);
    const token = server.tokenOf(client);
    const files = [{ ...samples.pdf, name: `${typed.file}.pdf` }];
    const as = { token };
    const report = { jobReporter: email, project: typed.text, message: typed.text, address: testAddress };
    const job = await newJob(server, report, { as: 'admin', files });
    const message = {
      ...messageOf(job.jobId, 'client', typed.text),
      jobUpdateUser: email,
      'evCommunication.fromUserId': email,
    };
    expect((await server.call('updateJob', { as, body: message, files })).status).toBe(200);
    const [file] = job.attachments;
    const params = { key: file?.key ?? '', fileName: file?.fileName ?? '' };
    expect((await server.call('attachment', { as, params })).status).toBe(200);
    const invited = { email: canaries.employee.email, firstName, lastName, userType: 'CLIENT' as const };
    await server.call('inviteUsers', { as: 'admin', body: { inviteeList: [invited] } });
    await server.notify();

    broken = true;
    await server.call('updateJob', { as, body: message, files });
    await server.call('attachment', { as, params });
    broken = false;
    // A database that says what it was given, in every word of an error it has.
    await server.db.tx((tx) =>
      tx.script(`create function tell() returns trigger language plpgsql as $$ begin
          raise exception 'no %', new using detail = to_jsonb(new)::text, hint = to_jsonb(new)::text;
        end $$;
        create trigger tell before insert on messages for each row execute function tell();
        create trigger tell before insert on jobs for each row execute function tell();
        create trigger tell before update on users for each row execute function tell();
        alter table notification_settings add constraint no_settings check (email = '') not valid;`),
    );
    const profiles = [{ email, firstName, lastName, company: typed.text }];
    expect((await server.call('updateJob', { as, body: message })).code).toBe('internal');
    expect((await server.call('updateProfiles', { as, body: { profiles } })).code).toBe('internal');
    const another = jobReport({ ...report, message: '', address: { ...testAddress, zipcode: '10001' } });
    expect((await server.call('reportJob', { as, body: another })).code).toBe('internal');
    await server.db.tx((tx) =>
      tx.script('alter table idempotency add constraint none check (false) not valid'),
    );
    await server.call('askErasure', { as, body: { wanted: true }, key: `key of ${email}` });
    const failed = server.logs.filter(({ msg }) => msg === 'request failed');
    expect(failed.length).toBeGreaterThanOrEqual(kind === 'pglite' ? 4 : 5);
  });

  test('reports malformed HTTP', async () => {
    const { port } = new URL(origin);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.end(`GET /${email} HTTP/1.1\r\nHost: x\r\n${typed.token} ${email}\r\n\r\n`);
    });
    expect(answer).toContain('HTTP/1.1 422');
  });

  test('contains nothing of any user after all that, nor do the metrics', async () => {
    const text = (JSON.stringify(server.logs) + (await server.app.metrics.text())).toLowerCase();
    const found = every.filter((word) => text.includes(word.toLowerCase()));
    expect(found).toEqual([]);
    expect(server.logs.length).toBeGreaterThan(ids.length);
    for (const line of server.logs) {
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
      });
    }
  });
});
