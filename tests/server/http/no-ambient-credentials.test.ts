import { beforeAll, expect, it } from 'vitest';
import { serverCalls } from '../../../server/calls/calls.ts';
import { calls } from '../../../src/contract/calls.ts';
import { liveStream } from '../../../src/contract/live.ts';
import { askOverSocket, portOf } from '../../support/network/socketCall.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const protectedCalls = (Object.keys(calls) as (keyof typeof calls)[])
  .filter((name) => serverCalls[name].access !== 'public')
  .map((name) => [name, calls[name].method, calls[name].path.replace(/\{\w+\}/g, 'x')] as const);

onOneDatabase('a call', (start) => {
  const server = start.forAll();
  let ask: ReturnType<typeof askOverSocket>;
  let token: string;
  beforeAll(async () => {
    ask = askOverSocket(await portOf(server));
    token = server.token('admin') ?? '';
  });

  it.each([...protectedCalls, ['the stream', 'GET', liveStream.path] as const])(
    '%s accepts a bearer token only, and nothing that a browser sends by itself',
    async (_, method, path) => {
      const ambient: Record<string, string>[] = [
        { cookie: `token=${token}; session=${token}; __session=${token}; auth=${token}` },
        { authorization: `Basic ${Buffer.from(`admin@ev.test:${token}`).toString('base64')}` },
        {
          'x-access-token': token,
          'x-authorization': `Bearer ${token}`,
          'proxy-authorization': `Bearer ${token}`,
        },
        { 'x-forwarded-user': people.admin.email, 'x-forwarded-email': people.admin.email },
        { origin: 'https://evil.example', 'content-type': 'text/plain' },
      ];
      for (const headers of ambient) {
        const answer = await ask({ method, url: `/api${path}`, headers });
        expect({ status: answer.statusCode, headers }).toEqual({ status: 401, headers });
        expect(answer.headers).not.toHaveProperty('set-cookie');
      }
      const inAddress = await ask({
        method,
        url: `/api${path}?access_token=${token}&auth=${token}&token=${token}`,
        headers: {},
      });
      expect(inAddress.statusCode).toBe(401);
    },
  );

  it('with a bearer token sets no cookie, and lets no page of another origin send credentials', async () => {
    const answer = await ask({
      method: 'GET',
      url: '/api/evjobs/stats',
      headers: { authorization: `Bearer ${token}`, origin: 'https://app.example' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('of a page of another origin is not carried out though its body looks harmless', async () => {
    const before = await server.db.query<{ count: number }>('select count(*) from jobs');
    const answer = await ask({
      method: 'POST',
      url: '/api/jobs/report',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'project=Forged',
    });
    expect(answer.statusCode).toBe(401);
    expect(await server.db.query('select count(*) from jobs')).toEqual(before);
  });
});
