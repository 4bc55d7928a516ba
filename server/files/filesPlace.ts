/** The place where files are stored: a local folder, or a bucket. */
export type FilesPlace =
  | { kind: 'folder' }
  | {
      kind: 's3' | 'gcs';
      bucket: string;
      /** Prefix of the object names: empty, or ending with a slash. */
      prefix: string;
      /** Region of S3; empty when the address has none. */
      region: string;
      /** Address of an S3-compatible service or of an emulator of Google's; else empty. */
      endpoint: string;
    };

const form = /^(s3|gs):\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])(?:\/([\w./-]*))?(?:\?(.*))?$/;
const parameters = { s3: ['region', 'endpoint'], gs: ['endpoint'] };

function isEndpoint(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { origin, username, password } = new URL(value);
  return origin === value.replace(/\/$/, '') && username === '' && password === '';
}

/** Parses an address like `s3://bucket/prefix?region=eu-central-1`; returns null when it is invalid. */
export function parseFilesUrl(url: string): FilesPlace | null {
  if (url === '') return { kind: 'folder' };
  const [, scheme, bucket = '', path = '', query = ''] = form.exec(url) ?? [];
  if (scheme !== 's3' && scheme !== 'gs') return null;
  const given = new URLSearchParams(query);
  if ([...given.keys()].some((name) => !parameters[scheme].includes(name))) return null;
  const region = given.get('region') ?? '';
  const endpoint = (given.get('endpoint') ?? '').replace(/\/$/, '');
  if (!/^[a-z0-9-]*$/.test(region) || (endpoint !== '' && !isEndpoint(endpoint))) return null;
  const beginning = path.replace(/^\/+|\/+$/g, '');
  const prefix = beginning === '' ? '' : `${beginning}/`;
  return { kind: scheme === 's3' ? 's3' : 'gcs', bucket, prefix, region, endpoint };
}
