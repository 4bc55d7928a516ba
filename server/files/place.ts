/** Where files are kept: a folder of this machine, or a bucket. */
export type FilesPlace =
  | { kind: 'folder' }
  | {
      kind: 's3' | 'gcs';
      bucket: string;
      /** What the names of its objects begin with: empty, or with a slash at its end. */
      prefix: string;
      /** Of S3; empty where the address does not say. */
      region: string;
      /** Of a service that is not Amazon's, or of an emulator of Google's; else empty. */
      endpoint: string;
    };

const form = /^(s3|gs):\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])(?:\/([\w./-]*))?(?:\?(.*))?$/;
const parameters = { s3: ['region', 'endpoint'], gs: ['endpoint'] };

function isEndpoint(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { origin, username, password } = new URL(value);
  return origin === value.replace(/\/$/, '') && username === '' && password === '';
}

/** The place at an address like `s3://bucket/beginning?region=eu-central-1`; null for an address that is none. */
export function placeOf(url: string): FilesPlace | null {
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
