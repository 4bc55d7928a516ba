import { type CallName, calls } from '../../src/contract/calls.ts';
import { type ErrorCode, errors } from '../../src/contract/errors.ts';
import { maxIdempotencyKeyLength } from '../../src/contract/limits.ts';
import { liveStream } from '../../src/contract/live.ts';
import { maxWrittenAgoSeconds } from '../../src/contract/writtenTime.ts';
import { serverCalls } from '../calls/calls.ts';
import { requestContent, responseContent } from './contents.ts';
import { mailPages } from './mailPages.ts';
import { entitySchemas } from './schemas.ts';
import { uploadPages } from './uploadPages.ts';

/** Returns the errors of a caller who does not meet the access rule. */
function accessErrors(name: CallName): ErrorCode[] {
  const rule = serverCalls[name].access;
  if (rule === 'public') return [];
  // `not-verified`: also an account without an email address, which is signed in.
  const unverified: ErrorCode[] = ['unauthorized', 'not-verified'];
  if (rule === 'signed-in' || rule === 'verified') return unverified;
  const isOfStaff = !rule.includes('CLIENT');
  return [...unverified, 'no-profile', 'not-approved', ...(isOfStaff ? (['forbidden'] as const) : [])];
}

/** Returns every error code of a call. */
function errorsOf(name: CallName): ErrorCode[] {
  const { method, write } = calls[name];
  const body: ErrorCode[] = method === 'POST' ? ['invalid'] : [];
  const repeats: ErrorCode[] = write ? ['key-reused', 'key-in-use'] : [];
  const always: ErrorCode[] = ['rate-limited', 'unavailable', 'internal'];
  return [...accessErrors(name), ...body, ...(serverCalls[name].errors ?? []), ...repeats, ...always];
}

function failures(name: CallName) {
  const byStatus = Map.groupBy(errorsOf(name), (code) => errors[code].status);
  const statuses = [...byStatus.keys()].sort((one, other) => one - other);
  return statuses.map((status) => [
    String(status),
    {
      description: byStatus
        .get(status)
        ?.map((code) => `\`${code}\`: ${errors[code].message}`)
        .join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]);
}

function parameters(name: CallName) {
  const { path, write } = calls[name];
  const { written: isWritten, chosen: isChoice } = serverCalls[name];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({
    name: key,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repeat with the same key and body gets the same response, and changes nothing.',
    schema: { type: 'string', maxLength: maxIdempotencyKeyLength },
  };
  const written = {
    name: 'Written-Seconds-Ago',
    in: 'header',
    required: false,
    description:
      'How many seconds ago the message, or the note of the new job, was written on the device, or the choice made.',
    schema: { type: 'integer', minimum: 0, maximum: maxWrittenAgoSeconds },
  };
  const chosen = {
    name: 'Chosen-As',
    in: 'header',
    required: false,
    description:
      'The device, the number of this choice there, and when the request left, in seconds since 1970 (optional): `phone 12 1795600000`. Of two choices of the same thing the later one counts, whenever they arrive.',
    schema: { type: 'string' },
  };
  return write ? [...inPath, key, ...(isWritten ? [written] : []), ...(isChoice ? [chosen] : [])] : inPath;
}

/** The tag of calls that only this server has. */
const extension = 'Extensions';

function operation(name: CallName) {
  const { tag, summary, description, access } = serverCalls[name];
  const content = requestContent(name);
  return {
    operationId: name,
    tags: 'ours' in calls[name] ? [tag, extension] : [tag],
    summary,
    description,
    security: access === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(name),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      '200': { description: 'Done.', content: responseContent(name) },
      ...Object.fromEntries(failures(name)),
    },
  };
}

/** Describes the event stream, which is not in the table of calls because its response does not end. */
function streamOperation() {
  const { tag } = serverCalls.events;
  return {
    operationId: 'eventStream',
    tags: [tag, extension],
    summary: 'Stream events',
    description: `Server-sent events \`${liveStream.event}\`: their data is the body of \`POST ${calls.events.path}\`, their id its cursor. The first is sent at once. The stream ends when the caller’s token expires or their access changes; reconnect with the last id.`,
    security: [{ bearer: [] }],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'The id of the last event received; the stream starts with the events since.',
        schema: { type: 'string' },
      },
      {
        name: liveStream.ago,
        in: 'header',
        required: false,
        description:
          'Without `Last-Event-ID`: how many milliseconds before now the stream is to start. The `ago` of the first event says how far it reaches back; without it, the stream starts now.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      '200': { description: 'A stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      // It has no body that could break a rule.
      ...Object.fromEntries(failures('events').filter(([status]) => status !== '400')),
    },
  };
}

/** Returns the OpenAPI 3.1 document of every call, generated from the contract. */
export function openApi() {
  const names = Object.keys(calls) as CallName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'EV Jobs',
      version: '1',
      description:
        'Success is `{"body": …}`; failure is an HTTP status with `{"errorMessage": …, "code": …}`. Resources you can’t access return 404.',
    },
    servers: [{ url: '/api' }],
    tags: [
      ...['Jobs', 'Messages', 'Files', 'Users', 'Notifications'].map((name) => ({ name })),
      { name: extension, description: 'Not part of the original 18 calls.' },
    ],
    paths: {
      ...Object.fromEntries(
        names.map((name) => [calls[name].path, { [calls[name].method.toLowerCase()]: operation(name) }]),
      ),
      ...mailPages,
      ...uploadPages,
      [liveStream.path]: { get: streamOperation() },
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An ID token of the identity provider, for a verified email address.',
        },
      },
      schemas: entitySchemas(),
    },
  };
}
