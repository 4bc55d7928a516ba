import { errors } from '../../src/contract/errors.ts';
import { uploadsPath } from '../../src/contract/uploads.ts';

const words = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const version = words('Tus-Resumable', '`1.0.0`');
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

function refusals(...codes: (keyof typeof errors)[]) {
  const always = ['unauthorized', 'rate-limited', 'unavailable', 'internal'] as const;
  return Object.fromEntries(
    [...codes, ...always].map((code) => [
      String(errors[code].status),
      { description: `\`${code}\`: ${errors[code].message}`, content: failure },
    ]),
  );
}

const common = { tags: ['Files'], security: [{ bearer: [] }] };

/** Describes resumable uploads (the tus protocol) for `/api/docs`. */
export const uploadPages = {
  [uploadsPath]: {
    head: {
      ...common,
      operationId: 'offersUploads',
      summary: 'What is offered',
      description:
        'Needs no sign-in. Its headers tell versions, extensions and the largest size; so does OPTIONS.',
      security: [],
      responses: { '204': { description: 'Files are taken in pieces.' } },
    },
    post: {
      ...common,
      operationId: 'makeUpload',
      summary: 'Begin a file in pieces',
      description:
        'Ours, not one of the 18 calls: the tus protocol 1.0.0, with creation-with-upload, expiration, termination and checksum (sha1, sha256). An upload is its maker’s alone and runs out after a week. Finished ones are named by `POST /jobs/report` and `POST /jobs/update` in their part `uploads`.',
      parameters: [
        version,
        words('Upload-Length', 'Bytes, at most 100 MB.'),
        words('Upload-Metadata', '`filename` and the name in base64.'),
      ],
      responses: {
        '201': { description: 'Made; `Location` is its address.' },
        ...refusals('too-large', 'invalid'),
      },
    },
  },
  [`${uploadsPath}/{id}`]: {
    head: {
      ...common,
      operationId: 'upload',
      summary: 'How far an upload is',
      description: '`Upload-Offset` tells how many bytes are kept.',
      parameters: [id, version],
      responses: { '200': { description: 'Known.' }, ...refusals('not-found', 'upload-gone') },
    },
    patch: {
      ...common,
      operationId: 'putUpload',
      summary: 'Go on with an upload',
      description:
        'The piece must begin where the upload has come to. With `Upload-Checksum`, a damaged piece answers 460 and nothing of it is kept; without, what came over a line that broke is kept.',
      parameters: [id, version, words('Upload-Offset', 'Where the piece begins.')],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        '204': { description: 'Kept; `Upload-Offset` tells how much there is now.' },
        '409': { description: 'The upload has come to another place.', content: failure },
        '460': { description: 'The piece does not have its checksum.', content: failure },
        ...refusals('not-found', 'upload-gone', 'too-large'),
      },
    },
    delete: {
      ...common,
      operationId: 'endUpload',
      summary: 'Give an upload up',
      description: 'Its bytes leave the store. A used one is not there any more.',
      parameters: [id, version],
      responses: { '204': { description: 'Gone.' }, ...refusals('not-found', 'upload-gone') },
    },
  },
};
