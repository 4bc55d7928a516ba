import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../support/network/listen.ts';
import { projectId } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('the emulator behind our own origin', (start) => {
  let emulator: Server;
  const asked: IncomingHttpHeaders[] = [];
  let server: TestServer;
  let emulatorUrl: string;
  beforeAll(async () => {
    // Tells what it was asked.
    emulator = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const told = { method: request.method, url: request.url, body: Buffer.concat(chunks).toString() };
      asked.push(request.headers);
      response.writeHead(request.url?.includes('wrong') ? 400 : 200, {
        'content-type': 'application/json',
        // As the emulator has it.
        ...(request.headers.origin ? { 'access-control-allow-origin': request.headers.origin } : {}),
        'access-control-allow-private-network': 'true',
      });
      response.end(JSON.stringify(told));
    });
    const port = await listen(emulator);
    emulatorUrl = `http://127.0.0.1:${port}`;
    server = await start({ emulator: { url: emulatorUrl, projectId } });
  });
  afterAll(() => emulator.close());

  it.each([
    [
      'POST',
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake',
      '{"email":"a@ev.test"}',
      'application/json',
    ],
    [
      'POST',
      '/securetoken.googleapis.com/v1/token?key=fake',
      'grant_type=refresh_token',
      'application/x-www-form-urlencoded',
    ],
    ['GET', `/emulator/v1/projects/${projectId}/oobCodes`, '', ''],
  ] as const)('receives %s %s unchanged', async (method, url, payload, type) => {
    const response = await server.app.inject({
      method,
      url,
      ...(payload ? { payload, headers: { 'content-type': type } } : {}),
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ method, url, body: payload });
  });

  const codes = `/emulator/v1/projects/${projectId}/oobCodes`;

  it.each([
    ['GET', codes, { origin: 'https://evil.example' }],
    ['GET', codes, { origin: 'http://localhost:3000' }],
    ['GET', codes, { origin: 'null' }],
    ['GET', codes, { host: 'evil.example:8080' }],
    ['GET', codes, { host: 'evil.example:8080', origin: 'http://evil.example:8080' }],
    ['GET', codes, { host: 'evil.example:8080', 'x-forwarded-host': 'localhost:8080' }],
    ['POST', '/identitytoolkit.googleapis.com/v1/accounts:resetPassword', { origin: 'https://evil.example' }],
    [
      'OPTIONS',
      '/identitytoolkit.googleapis.com/v1/accounts:update',
      {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-private-network': 'true',
      },
    ],
  ] as const)('does not receive %s %s from other pages: %j', async (method, url, headers) => {
    const before = asked.length;
    const response = await server.app.inject({
      method,
      url,
      headers: { host: 'localhost:8080', ...headers },
    });
    expect(response.statusCode).toBe(404);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(asked).toHaveLength(before);
  });

  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ])(
    'receives requests of our own page at %s with origin %s, without the Origin header',
    async (host, origin) => {
      const own = await start({ emulator: { url: emulatorUrl, projectId } });
      const response = await own.app.inject({ url: codes, headers: { host, origin } });
      expect(response.statusCode).toBe(200);
      expect(asked.at(-1)).not.toHaveProperty('origin');
    },
  );

  it('responds with its own failures', async () => {
    const url = '/identitytoolkit.googleapis.com/v1/accounts:wrong';
    const response = await server.app.inject({ method: 'POST', url, payload: {} });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ url });
  });

  it('is not there with a real project', async () => {
    const real = await start();
    const response = await real.app.inject({ method: 'GET', url: '/emulator/v1/projects/x/oobCodes' });
    expect(response.statusCode).toBe(404);
  });

  it('answers 503 when it is down', async () => {
    const alone = await start({ errorsExpected: true, emulator: { url: 'http://127.0.0.1:1', projectId } });
    const response = await alone.app.inject({ method: 'GET', url: '/emulator/v1/projects/x/oobCodes' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'unavailable' });
  });
});
