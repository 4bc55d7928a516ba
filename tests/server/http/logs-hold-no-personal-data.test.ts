import { describe, expect, it } from 'vitest';
import { errorForLog, redacted } from '../../../server/log/logging.ts';
import { jobReport } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** What must never be found in a log: who people are, what they write, what lets them in. */
const personal = /ev\.test|%40|[Cc]lara|[Oo]tto|Solar Roofs|415555|Secret words|secret-plan|1 Test Road|eyJ/;

onOneDatabase('the log', (start) => {
  const server = start.forAll({ errorsExpected: true });

  it('has a line for each response, with its route’s pattern, status and time', async () => {
    await server.call('userStats', { as: 'client', params: { email: people.client.email } });
    await expect
      .poll(() => server.logs.at(-1))
      .toEqual({
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        reqId: expect.any(String),
        method: 'GET',
        route: '/api/evjobs/:email/stats',
        status: 200,
        ms: expect.any(Number),
        user: expect.stringMatching(/^[0-9a-f]{12}$/),
        msg: 'request completed',
      });
  });

  it('contains an unexpected error with its stack, and the response only a sentence', async () => {
    // A row no code of ours makes.
    await server.db.query(
      "alter table jobs add constraint no_secrets check (message <> 'Secret words') not valid",
    );
    const body = jobReport({ message: 'Secret words' });
    const reply = await server.call('reportJob', { as: 'client', body });
    expect(reply.status).toBe(500);
    expect(reply.failure).toEqual({
      errorMessage: 'Something went wrong on our end. Try again in a few minutes.',
      code: 'internal',
    });
    const line = server.logs.find((entry) => entry.msg === 'request failed');
    expect(line).toMatchObject({
      level: 50,
      reqId: expect.any(String),
      err: { code: '23514', constraint: 'no_secrets', stack: expect.stringContaining('    at ') },
    });
    expect(JSON.stringify(line)).not.toMatch(personal);
    await server.db.query('alter table jobs drop constraint no_secrets');
  });
});

describe('text for the log', () => {
  it.each([
    ['Key (email)=(clara@ev.test) already exists.', 'Key (email)=([email]) already exists.'],
    ['GET /users/profile/clara%40ev.test?x=1', 'GET /users/profile/[email]?x=1'],
    ['to "Clara Client" <clara.c+jobs@sub.ev.test>', 'to "Clara Client" <[email]>'],
    ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 'Bearer [token]'],
    [
      'at file:///app/node_modules/@fastify/static/index.js:1:2',
      'at file:///app/node_modules/@fastify/static/index.js:1:2',
    ],
    ['nothing of the kind', 'nothing of the kind'],
  ])('%s', (text, said) => {
    expect(redacted(text)).toBe(said);
  });

  it('omits an error’s other fields, and includes its cause', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(clara@ev.test)',
    });
    const told = errorForLog(
      Object.assign(new Error('outer', { cause }), { body: { password: 'x' }, parameters: ['Clara'] }),
    );
    expect(told).toMatchObject({
      type: 'Error',
      message: 'outer',
      cause: { message: 'The database refused a statement: 23505.', code: '23505' },
    });
    expect(JSON.stringify(told)).not.toMatch(/detail|password|parameters|Clara|@ev/);
    expect(errorForLog(new Error('Unexpected token in "Secret words", open \'/a/plan.pdf\''))).toMatchObject({
      message: 'Unexpected token in […], open […]',
    });
    expect(errorForLog('clara@ev.test')).toEqual({ type: 'string', message: '', stack: '' });
  });
});
