import { type FilesPlace, parseFilesUrl } from '../files/filesPlace.ts';
import { isKeyPair, subjectFrom, subjectOfNobody } from '../push/vapid.ts';
import { type Environment, quoted } from './environment.ts';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Keys are never quoted. */
function vapidTogether({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): string[] {
  if (VAPID_PUBLIC_KEY === '' && VAPID_PRIVATE_KEY === '') return [];
  if (VAPID_PRIVATE_KEY === '') return ['Set VAPID_PRIVATE_KEY too when you set VAPID_PUBLIC_KEY.'];
  if (VAPID_PUBLIC_KEY === '') return ['Set VAPID_PUBLIC_KEY too when you set VAPID_PRIVATE_KEY.'];
  if (isKeyPair({ publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY })) return [];
  return [
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair, as `npx web-push generate-vapid-keys` makes one.',
  ];
}

/** Returns the VAPID subject: a placeholder for a server that only this machine reaches; others must have a public one. */
export function vapidSubject(values: Environment): string {
  const { VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM, FIREBASE_PROJECT_ID } = values;
  if (VAPID_SUBJECT !== '') return VAPID_SUBJECT;
  const own = subjectFrom({ publicUrl: PUBLIC_URL, mailFrom: MAIL_FROM });
  if (own !== '') return own.replace(/\/$/, '');
  return FIREBASE_PROJECT_ID !== '' && PUBLIC_URL.startsWith('https:') ? '' : subjectOfNobody;
}

/** Services other than Amazon's have no regions and accept this one. */
const usualRegion = 'us-east-1';

/** Returns where uploads are stored. */
export function filesPlace({ FILES_URL }: Environment): FilesPlace {
  const place = parseFilesUrl(FILES_URL) ?? { kind: 'folder' };
  if (place.kind !== 's3') return place;
  return { ...place, region: place.region || (place.endpoint === '' ? '' : usualRegion) };
}

function filesTogether(values: Environment): string[] {
  const place = filesPlace(values);
  if (place.kind !== 's3' || place.region !== '') return [];
  return ['FILES_URL must name the region of its bucket, as s3://bucket?region=eu-central-1.'];
}

function repliesTogether(values: Environment): string[] {
  const { REPLY_ADDRESS, REPLY_IMAP_URL, REPLY_WEBHOOK_SECRET, FIREBASE_PROJECT_ID } = values;
  const waysIn = ['REPLY_IMAP_URL', 'REPLY_WEBHOOK_SECRET'] as const;
  if (REPLY_ADDRESS === '') {
    return [...waysIn, 'REPLY_AUTHSERV_ID' as const]
      .filter((name) => values[name] !== '')
      .map((name) => `Set REPLY_ADDRESS too when you set ${name}.`);
  }
  const hasWayIn = FIREBASE_PROJECT_ID === '' || REPLY_IMAP_URL !== '' || REPLY_WEBHOOK_SECRET !== '';
  return hasWayIn ? [] : ['Set REPLY_IMAP_URL or REPLY_WEBHOOK_SECRET too when you set REPLY_ADDRESS.'];
}

function identityTogether(values: Environment): string[] {
  if (values.FIREBASE_PROJECT_ID !== '') {
    return values.FIREBASE_API_KEY === ''
      ? ['Set FIREBASE_API_KEY too when you set FIREBASE_PROJECT_ID.']
      : [];
  }
  const sentences = (['FIREBASE_API_KEY', 'FIREBASE_SERVICE_ACCOUNT'] as const)
    .filter((name) => values[name] !== '')
    .map((name) => `Set FIREBASE_PROJECT_ID too when you set ${name}.`);
  // The emulator verifies no identity, so anyone who reaches it can sign in as anyone.
  if (!loopbackHost.test(values.HOST)) {
    sentences.push(
      `HOST must be localhost, not ${quoted(values.HOST)}. Without FIREBASE_PROJECT_ID, anyone could sign in as anyone else.`,
    );
  }
  if (values.PORT === values.AUTH_EMULATOR_PORT) {
    sentences.push(`AUTH_EMULATOR_PORT must differ from PORT, which is ${values.PORT} too.`);
  }
  return sentences;
}

/** Returns the errors of variables that do not fit together. */
export function together(values: Environment): string[] {
  const sentences = [
    ...identityTogether(values),
    ...repliesTogether(values),
    ...vapidTogether(values),
    ...filesTogether(values),
  ];
  if (values.DATABASE_LISTEN_URL !== '' && values.DATABASE_URL === '') {
    sentences.push('Set DATABASE_URL too when you set DATABASE_LISTEN_URL.');
  }
  if (values.SMTP_URL !== '' && values.FIREBASE_PROJECT_ID !== '' && values.PUBLIC_URL === '') {
    sentences.push(
      `Set PUBLIC_URL too when you set SMTP_URL: emails would lead to http://localhost:${values.PORT}.`,
    );
  }
  if (vapidSubject(values) === '') {
    sentences.push(
      'VAPID_SUBJECT must be set, as mailto:… or https://…, because neither PUBLIC_URL nor MAIL_FROM is a public address that push services could write to.',
    );
  }
  return sentences;
}
