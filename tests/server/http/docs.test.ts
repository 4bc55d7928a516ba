import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApi } from '../../../server/docs/openApi.ts';
import { blob, calls } from '../../../src/contract/calls.ts';
import { jobReport } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Schema = { $ref?: string; properties?: Record<string, Schema>; required?: string[]; oneOf?: Schema[] };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };

/** What is not asked by the app. */
const pages = ['askUnsubscribe', 'unsubscribe', 'resubscribe', 'inboundEmail'];
const uploads = ['offersUploads', 'makeUpload', 'upload', 'putUpload', 'endUpload'];

/** As it travels. */
const document: Document = JSON.parse(JSON.stringify(openApi()));
const operations = Object.fromEntries(
  Object.entries(calls).map(([name, { method, path }]) => [
    name,
    document.paths[path]?.[method.toLowerCase()],
  ]),
);

test('the document is valid OpenAPI 3.1, its references included', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('all 18 calls, our own, the event stream, uploads and the pages behind emails are listed, and nothing else', () => {
  expect(Object.values(calls).filter((call) => !('ours' in call))).toHaveLength(18);
  const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(listed.map(({ operationId }) => operationId).sort()).toEqual(
    [...Object.keys(calls), ...pages, ...uploads, 'eventStream'].sort(),
  );
  for (const [name, operation] of Object.entries(operations)) expect(operation?.operationId).toBe(name);
});

test('a sign-up is refused without an email address, and a profile may be taken by then', () => {
  expect(operations.signUp?.responses['403']?.description).toMatch(/^`not-verified`: /);
  expect(operations.profile?.responses['409']?.description).toMatch(/^`profile-exists`: /);
});

test('every call lists its parameters, body, response and errors', () => {
  for (const [name, { method, path, response, write }] of Object.entries(calls)) {
    const operation = operations[name] as Operation;
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(
      inPath.map((parameter) => `{${parameter.name}}`),
      name,
    ).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(
      operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
      name,
    ).toBe(write);
    expect(operation.requestBody !== undefined, name).toBe(method === 'POST');
    const content = operation.responses['200']?.content ?? {};
    if (response === blob) expect(content, name).not.toHaveProperty('application/json');
    else expect(content['application/json']?.schema.required, name).toEqual(['body']);
    for (const [status, { content: failure }] of Object.entries(operation.responses)) {
      if (status === '200') continue;
      expect(failure['application/json']?.schema.$ref, name).toBe('#/components/schemas/Failure');
    }
  }
});

test('calls with files are described as JSON and as multipart', () => {
  for (const name of ['reportJob', 'updateJob']) {
    const content = operations[name]?.requestBody?.content ?? {};
    expect(Object.keys(content), name).toEqual(['application/json', 'multipart/form-data']);
  }
  const report = operations.reportJob?.requestBody?.content['application/json']?.schema;
  expect(Object.keys(report?.properties ?? {}).sort()).toEqual(
    [
      ...Object.keys(jobReport()),
      'phoneNumber_auto_filled',
      'revisionOf',
      'invitesClient',
      'clientSendsDocuments',
    ].sort(),
  );
});

test('the event stream says how to resume it, and lists every error of the call with the same events', () => {
  const stream = document.paths['/events/stream']?.get as Operation;
  expect(stream.parameters.map(({ name, in: place }) => [name, place])).toEqual([
    ['Last-Event-ID', 'header'],
    ['events-ago', 'header'],
  ]);
  expect(stream.security).toEqual([{ bearer: [] }]);
  expect(Object.keys(stream.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
  const { 400: _, ...answers } = operations.events?.responses ?? {};
  expect(Object.keys(stream.responses)).toEqual(Object.keys(answers));
});

test('calls without sign-in say so, all others require the bearer token and list 401', () => {
  for (const [name, operation] of Object.entries(operations)) {
    const open = ['sealCheck', 'firmKeys', 'firm', 'fieldData', 'invitationByToken', 'pushReceipt'].includes(
      name,
    );
    expect(operation?.security, name).toEqual(open ? [] : [{ bearer: [] }]);
    expect('401' in (operation?.responses ?? {}), name).toBe(!open);
  }
});

test('the sentences of the errors are the contract’s', () => {
  expect(operations.reportJob?.responses['409']?.description).toContain(
    "`duplicate-job`: There's an existing job for with same requested services for the provided address.",
  );
  expect(operations.updateJob?.responses['413']?.description).toBe(
    '`too-large`: Total files size cannot exceed 100 MB',
  );
});

onOneDatabase('the pages of the API', (start) => {
  test('need no sign-in, and load nothing from another host', async () => {
    const { app } = await start();
    const json = await app.inject('/api/docs/openapi.json');
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.json()).toEqual(document);

    const page = await app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(parts.length).toBeGreaterThan(3);
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    for (const address of parts) {
      const { pathname, origin } = new URL(address, 'http://localhost/api/docs');
      expect(origin).toBe('http://localhost');
      expect((await app.inject(pathname)).statusCode, pathname).toBe(200);
    }
  });
});
