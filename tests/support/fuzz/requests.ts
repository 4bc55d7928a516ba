import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { samples } from '../files/sampleFiles.ts';
import { fuzzed, hostileTexts } from './values.ts';
import { type CallerName, callers, type World } from './world.ts';

/** A request as it is sent. The bearer is added then: tokens expire. */
export type FuzzRequest = {
  /** The server's name of the call. */
  name: string;
  as: CallerName;
  method: string;
  /** The path, encoded. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
};

const boundary = 'the-boundary';
/** Ten million zeros in ten thousand bytes. */
const bomb = gzipSync(Buffer.alloc(10_000_000));

/** Bytes by which programs recognize kinds of files, each followed by nonsense. */
const magics = [
  '%PDF-1.7',
  'PK\x03\x04',
  'PK\x05\x06',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  '\x1f\x8b\x08',
  'RIFF',
  'ID3',
  'II*\x00',
  'MM\x00*',
  '\x00\x00\x00\x20ftypheic',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'OggS',
  '7z\xbc\xaf\x27\x1c',
  'BZh',
  '<?xml',
  '\x7fELF',
];

const nonsense = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
const magicBytes = fc
  .tuple(fc.constantFrom(...magics), nonsense)
  .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, 'latin1'), rest]));

/** A ZIP entry whose few bytes claim to unpack to very many; office files begin with `[Content_Types].xml`. */
const zipBomb = fc
  .tuple(fc.constantFrom('[Content_Types].xml', 'mimetype', 'a.txt', '../../evil'), fc.nat(0xffffffff))
  .map(([name, size]) => {
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(bomb.length - 18, 18);
    head.writeUInt32LE(size >>> 0, 22);
    head.writeUInt16LE(name.length, 26);
    // The deflate stream inside a gzip one.
    return Buffer.concat([head, Buffer.from(name), bomb.subarray(10, -8)]);
  });

/** A picture that claims to be 65,000 by 65,000 pixels. */
const hugePicture = fc.constant(
  (() => {
    const bytes = Buffer.from(samples.png.bytes);
    bytes.writeUInt32BE(65_000, 16);
    bytes.writeUInt32BE(65_000, 20);
    return bytes;
  })(),
);

const fileBytes = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.values(samples).map(({ bytes }) => Buffer.from(bytes))) },
  { weight: 3, arbitrary: magicBytes },
  nonsense,
  zipBomb,
  hugePicture,
);

const fileNames = [
  'plan.pdf',
  'roof.png',
  'a"b.pdf',
  '../../up.pdf',
  'nul\\con.pdf',
  '',
  'x'.repeat(300),
  'ü\r\nx: y.pdf',
  '.pdf',
  '__proto__',
];

function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

const filePart = fc
  .tuple(fc.constantFrom('attachments', 'job', '__proto__', 'x'), fc.constantFrom(...fileNames), fileBytes)
  .map(([field, name, bytes]) =>
    part(
      `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream`,
      bytes,
    ),
  );

const oddPart = fc
  .tuple(
    fc.constantFrom('__proto__', 'constructor', 'job', 'evJobId', 'y'.repeat(200), 'toString'),
    fc.constantFrom(...hostileTexts, '{"__proto__":{}}', '['.repeat(5000)),
    fc.constantFrom(
      '',
      '\r\ncontent-type: application/json',
      '\r\ncontent-transfer-encoding: base64',
      '\r\ncontent-type: text/plain; charset=utf-7',
    ),
  )
  .map(([field, text, more]) =>
    part(`content-disposition: form-data; name="${field}"${more}`, Buffer.from(text)),
  );

/** A body as parts: the fields of a message one by one, anything else as the part `job`; sometimes cut off or with additions. */
function multipart(body: unknown): fc.Arbitrary<Buffer> {
  const isFlat =
    typeof body === 'object' && body !== null && Object.keys(body).some((key) => key.startsWith('evC'));
  const fields = isFlat ? Object.entries(body) : [['job', JSON.stringify(body)]];
  const own = fields.map(([name, value]) =>
    part(`content-disposition: form-data; name="${name}"`, Buffer.from(String(value))),
  );
  return fc
    .tuple(
      fc.array(fc.oneof({ weight: 4, arbitrary: filePart }, oddPart), { maxLength: 3 }),
      fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    )
    .map(([more, share]) => {
      const whole = Buffer.concat([...own, ...more, Buffer.from(`--${boundary}--\r\n`)]);
      return whole.subarray(0, Math.ceil(whole.length * share));
    });
}

const oddHeaders = fc.constantFrom<Record<string, string>>(
  { 'idempotency-key': '"one"' },
  { 'idempotency-key': 'two' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': '' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
  { 'content-type': 'application/offset+octet-stream' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'a'.repeat(9000)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' },
  {
    'x-forwarded-for': '127.0.0.1, 10.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
  },
  { host: 'evil.example' },
  { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  { range: 'bytes=0-0,5-1,-1,99999999999-' },
  { 'if-none-match': '*', 'if-modified-since': 'yesterday', 'if-range': '"x"' },
  { 'last-event-id': 'x'.repeat(5000) },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip;q=0, *;q=9999999' },
  { 'x-http-method-override': 'DELETE' },
  { 'tus-resumable': '1.0.0', 'upload-length': '-1', 'upload-offset': '99999999999999999999' },
  { cookie: `a=${'b'.repeat(4000)}` },
  { expect: '100-continue' },
);

const oddMethods = ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST'] as const;

/** Encodes any text, also those that `encodeURIComponent` refuses. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

const oddParams = fc.constantFrom(
  ...hostileTexts.filter((text) => text.length < 5000),
  '%',
  '.',
  '..',
  'a/b',
  '%2e%2e%2f',
  '\n',
);

type Content = { type: string; bytes: Buffer | null };

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
};

/** Fitting and unfitting values of headers that calls use. */
const headerTexts: Record<string, string[]> = {
  'Tus-Resumable': ['1.0.0', '1.0.0', '1.0.0', '0.2.2'],
  'Upload-Length': ['600', '10', '0', '-1', '104857601', '99999999999999999999', 'x'],
  'Upload-Metadata': [
    'filename cGxhbi5wZGY=',
    'filename Li4vLi4vdXA=',
    'filename',
    'filename !',
    '__proto__ eA==',
  ],
  'Upload-Offset': ['0', '0', '10', '600', '-1', '1e3'],
};

function askedHeaders({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> {
  const asked = parameters.filter((parameter) => parameter.in === 'header' && parameter.required);
  return fc.record(
    Object.fromEntries(
      asked.map(({ name }) => [name.toLowerCase(), fc.constantFrom(...(headerTexts[name] ?? ['x']))]),
    ),
  );
}

/** Calls that change rights, end sessions or remove a user. */
const risky = ['updateProfiles', 'endSessions', 'register', 'eraseUser'];

/** Callers with more rights call more often. */
const busy = ['client', 'rival', 'employee', 'admin'] as const;

/** Requests from the server's own description, for every call alike: a new call is tried without a change here. */
export function schemaAware({ document, known }: World): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
  );
  // The stream has no end; it is tried separately.
  const calls = operations.filter(({ path }) => !path.endsWith('/events/stream'));

  return fc
    .tuple(fc.constantFrom(...callers, ...busy, ...busy), fc.constantFrom(...calls))
    .chain(([caller, operation]) => {
      const { path, method, operationId, requestBody } = operation;
      const about = { caller, known, isRisky: risky.includes(operationId) };
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const params = fc.tuple(
        ...names.map((name) =>
          fc.oneof(
            { weight: 6, arbitrary: fuzzed({ type: 'string' }, name, about).map(String) },
            { weight: 1, arbitrary: oddParams },
          ),
        ),
      );
      const schema = requestBody?.content['application/json']?.schema;
      const takesFiles = requestBody !== undefined && 'multipart/form-data' in requestBody.content;
      const value = schema ? fuzzed(schema, '', about) : fc.constant(undefined);
      const [rawType = ''] = Object.keys(requestBody?.content ?? {}).filter((type) =>
        type.endsWith('octet-stream'),
      );
      const content = value.chain((body): fc.Arbitrary<Content> => {
        if (rawType !== '') return nonsense.map((bytes) => ({ type: rawType, bytes }));
        if (body === undefined) return fc.constant({ type: '', bytes: null });
        const json = fc.constant({ type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
        const form = multipart(body).map((bytes) => ({
          type: `multipart/form-data; boundary=${boundary}`,
          bytes,
        }));
        return fc.oneof({ weight: 12, arbitrary: json }, { weight: takesFiles ? 10 : 1, arbitrary: form });
      });
      return fc
        .tuple(
          params,
          content,
          askedHeaders(operation),
          fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
          fc.oneof(
            { weight: 25, arbitrary: fc.constant(method.toUpperCase()) },
            fc.constantFrom(...oddMethods),
          ),
        )
        .map(([values, { type, bytes }, wanted, odd, asked]) => {
          const filled = names.reduce(
            (url, name, index) => url.replace(`{${name}}`, () => encoded(values[index] ?? '')),
            path,
          );
          const headers = { ...(type ? { 'content-type': type } : {}), ...wanted, ...odd };
          // A body that claims to be compressed is compressed.
          const isPacked = 'content-encoding' in odd;
          return {
            name: operationId,
            as: caller,
            method: asked,
            path: `/api${filled}`,
            headers,
            body: isPacked ? bomb : bytes,
          };
        });
    });
}
