import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectId } from '../support/people.ts';
import { onOneDatabase, type TestServer } from '../support/server.ts';

onOneDatabase('the emulator behind our own origin', (start) => {
  let emulator: Server;
  let server: TestServer;
  beforeAll(async () => {
    // Tells what it was asked.
    emulator = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const told = { method: request.method, url: request.url, body: Buffer.concat(chunks).toString() };
      response.writeHead(request.url?.includes('wrong') ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(told));
    });
    await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
    const { port } = emulator.address() as AddressInfo;
    server = await start({ emulator: { url: `http://127.0.0.1:${port}`, projectId } });
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
  ] as const)('gets %s %s as it was sent', async (method, url, payload, type) => {
    const response = await server.app.inject({
      method,
      url,
      ...(payload ? { payload, headers: { 'content-type': type } } : {}),
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ method, url, body: payload });
  });

  it('answers with its own failures', async () => {
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
