import { errors } from '../../src/contract/errors.ts';
import { uploadsPath } from '../../src/contract/files/uploads.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const version = header('Tus-Resumable', '`1.0.0`');
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

const common = { tags: ['Files', 'Extensions'], security: [{ bearer: [] }] };

/** Describes resumable uploads (the tus protocol) for `/api/docs`. */
export const uploadPages = {
  [uploadsPath]: {
    head: {
      ...common,
      operationId: 'offersUploads',
      summary: 'Describe resumable uploads',
      description:
        'Needs no sign-in. Its headers contain versions, extensions, and the maximum size. OPTIONS returns the same.',
      security: [],
      responses: { '204': { description: 'Resumable uploads are supported.' } },
    },
    post: {
      ...common,
      operationId: 'makeUpload',
      summary: 'Create an upload',
      description:
        'The tus protocol 1.0.0, with creation-with-upload, expiration, termination, and checksum (sha1, sha256). Only the user who created an upload can access it. It expires after a week. `POST /jobs/report` and `POST /jobs/update` take the ids of finished uploads in their part `uploads`.',
      parameters: [
        version,
        header('Upload-Length', 'Bytes, at most 100 MB.'),
        header('Upload-Metadata', '`filename` and the name in base64.'),
      ],
      responses: {
        '201': { description: 'Created; `Location` is its address.' },
        ...refusals('too-large', 'invalid'),
      },
    },
  },
  [`${uploadsPath}/{id}`]: {
    head: {
      ...common,
      operationId: 'upload',
      summary: 'Get the offset of an upload',
      description: '`Upload-Offset` is the number of stored bytes.',
      parameters: [id, version],
      responses: { '200': { description: 'Found.' }, ...refusals('not-found', 'upload-gone') },
    },
    patch: {
      ...common,
      operationId: 'putUpload',
      summary: 'Continue an upload',
      description:
        'The chunk must begin at the offset of the upload. With `Upload-Checksum`, a damaged chunk returns 460 and is dropped; without it, what arrived before the connection broke is stored.',
      parameters: [id, version, header('Upload-Offset', 'Where the chunk begins.')],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        '204': { description: 'Stored; `Upload-Offset` is the new offset.' },
        '409': { description: 'The upload is at a different offset.', content: failure },
        '460': { description: 'The chunk doesn’t match its checksum.', content: failure },
        ...refusals('not-found', 'upload-gone', 'too-large'),
      },
    },
    delete: {
      ...common,
      operationId: 'endUpload',
      summary: 'Delete an upload',
      description: 'Deletes its bytes. A used upload no longer exists.',
      parameters: [id, version],
      responses: { '204': { description: 'Deleted.' }, ...refusals('not-found', 'upload-gone') },
    },
  },
};
