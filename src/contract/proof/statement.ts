/**
 * Ours: what the QR code of a signature report states (fields after ISO 22376). The statement is the address of its check page, so that a
 * phone's camera opens the page, and whoever has the firm's public key can check it without a connection.
 *
 * `https://jobs.example.com/check/TOKEN#1.KEY.JOB.REVISION.ISSUED.FILES.SIGNATURE`: everything before the last dot is signed.
 */
export type Statement = {
  /** Of the firm's app: who states it. */
  origin: string;
  /** Of the report. */
  token: string;
  /** The key that signed it. */
  keyId: string;
  jobCode: string;
  revision: number;
  /** Seconds. */
  issued: number;
  /** `digestOfFiles`. */
  files: string;
};

/** A text, and the signature behind its last dot in base64url. */
export type Signed = { signed: string; signature: string };

const version = '1';
const form =
  /^(https?:\/\/[^/?#\s]+)\/check\/([\w-]{22})#1\.([\w-]{6})\.([^.\s]+)\.(\d{1,6})\.([0-9a-z]{1,8})\.([\w-]{43})\.([\w-]{85}[AQgw])$/;

// The last letter of a signature has two bits only: another spelling of the same bytes is not accepted.
/** Returns a number of seconds in as few letters as a URL allows. */
const shortTime = (seconds: number) => seconds.toString(36);

/** Returns the text of a statement that is to be signed. */
export function statementText(statement: Statement): string {
  const { origin, token, keyId, jobCode, revision, issued, files } = statement;
  const code = encodeURIComponent(jobCode).replaceAll('.', '%2E');
  return `${origin}/check/${token}#${[version, keyId, code, revision, shortTime(issued), files].join('.')}`;
}

/** Returns a text with its signature apart. */
function splitSigned(text: string): Signed {
  const end = text.lastIndexOf('.');
  return { signed: text.slice(0, end), signature: text.slice(end + 1) };
}

/** Reads a statement, whose signature is not checked; null for anything else. */
export function parseStatement(text: string): (Statement & Signed) | null {
  const [, origin, token, keyId, code, revision, issued, files] = form.exec(text) ?? [];
  if (!origin || !token || !keyId || !code || !revision || !issued || !files) return null;
  let jobCode: string;
  try {
    jobCode = decodeURIComponent(code);
  } catch {
    return null;
  }
  const read = {
    origin,
    token,
    keyId,
    jobCode,
    revision: Number(revision),
    issued: parseInt(issued, 36),
    files,
  };
  return { ...read, ...splitSigned(text) };
}

/** Ours: a seal that is not current any more, as the signed list of the firm has it. */
export type EndedSeal = {
  /** `sealId` of its token: the list tells nobody a token. */
  id: string;
  /** The revision that superseded it; null once it is withdrawn. */
  by: number | null;
  /** Seconds. */
  since: number;
};
export type EndedSeals = { keyId: string /** Seconds. */; asOf: number; seals: EndedSeal[] };

/** Letters of a `sealId`, and of a time in the list. */
const idLength = 11;
const timeLength = 7;
const listForm =
  /^1\.([\w-]{6})\.([0-9a-z]{1,8})\.((?:[\w-]{11}[0-9a-z]{7}(?:\d{1,6}|w)(?:,|(?=\.)))*)\.[\w-]{85}[AQgw]$/;

/** Returns the text of the list that is to be signed. */
export function endedSealsText({ keyId, asOf, seals }: EndedSeals): string {
  const entries = seals.map(
    ({ id, by, since }) => id + shortTime(since).padStart(timeLength, '0') + (by ?? 'w'),
  );
  return [version, keyId, shortTime(asOf), entries.join(',')].join('.');
}

/** Reads the list, whose signature is not checked; null for anything else. */
export function parseEndedSeals(text: string): (EndedSeals & Signed) | null {
  const [, keyId, asOf, entries] = listForm.exec(text) ?? [];
  if (!keyId || !asOf || entries === undefined) return null;
  const seals = entries
    .split(',')
    .filter(Boolean)
    .map((entry) => {
      const by = entry.slice(idLength + timeLength);
      const since = parseInt(entry.slice(idLength, idLength + timeLength), 36);
      return { id: entry.slice(0, idLength), by: by === 'w' ? null : Number(by), since };
    });
  return { keyId, asOf: parseInt(asOf, 36), seals, ...splitSigned(text) };
}
