import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where log lines go: standard output, or a stream; or nowhere. */
export type LogTo = false | { level?: string; stream?: { write(line: string): void } };

const eMail = /[^\s"'`<>()[\]{}=:;,/\\?&]+(@|%40)[^\s"'`<>()[\]{}=:;,/\\?&]+/gi;
const token = /\beyJ[\w-]+\.[\w.-]*/g;

/** Text without the e-mail addresses and tokens in it. */
export function redacted(text: string): string {
  return text.replace(token, '[token]').replace(eMail, '[e-mail]');
}

const quoted = /"[^"]*"?|“[^”]*”?|‘[^’]*’?|`[^`]*`?|(?<![\p{L}\p{N}])'[^']*'?/gu;

/** Every SQLSTATE, those of extensions and of our own functions too: none is without a digit. */
const databaseState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What an error says, without what it quotes: parsers and databases quote what people sent. */
function messageOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  // A database's words may be those of a row; the state and the names of table and column say as much.
  if (databaseState.test(code)) return `The database refused a statement: ${code}.`;
  return redacted(error.message.replace(quoted, '[…]'));
}

/** Where it happened; the first lines of a stack are its message once more. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(redacted)
    .join('\n');
}

/** Names that are ours, not anybody's. */
const named = ['code', 'constraint', 'table', 'column', 'syscall'] as const;

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

/** Of an error: what and where, never the rows, parameters or bodies that its words and other fields of it may carry. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const fields = error as Partial<Record<(typeof named)[number], unknown>>;
  const names = named.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : []));
  return {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(names),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}

/** A request as far as a log may tell of it: never its address, which names people, files and tokens. */
function requestForLog(request: FastifyRequest): { method: string; route: string } {
  return { method: request.method, route: patternOf(request) };
}

const address = /\/api\/\S*/g;

/** The words of a line; where a library gives none, the logger would take those of the error. */
function wordsOf([first, said]: readonly unknown[]): string {
  const words = typeof first === 'string' ? first : typeof said === 'string' ? said : 'failed';
  return words.replace(address, '[address]');
}

type Log = (this: unknown, ...line: [object, string] | [string]) => void;

/** Every line goes through here, those of libraries too. */
function logMethod(this: unknown, line: readonly unknown[], log: Log): void {
  const [first] = line;
  if (typeof first !== 'object' || first === null) log.call(this, wordsOf(line));
  else log.call(this, first instanceof Error ? { err: first } : first, wordsOf(line));
}

export function loggerOptions(log: LogTo) {
  if (log === false) return false;
  return {
    level: log.level ?? 'info',
    ...(log.stream ? { stream: log.stream } : {}),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // The last net: whatever slipped through everything above.
    hooks: { logMethod, streamWrite: redacted },
    serializers: { err: errorForLog, error: errorForLog, req: requestForLog, res: () => ({}) },
  };
}

/** The route's pattern, because a path holds e-mails, file names and the tokens of emails. */
function patternOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? 'none';
}

const shortHash = 12;

/** Tells the lines of one person from those of others, and not who it is: ids are random, so that nobody guesses one. */
function whoFor(uid: string): string {
  return hash('sha256', `log ${uid}`).slice(0, shortHash);
}

/** One line for each answer, and its id in a header, so that a person can name the line they mean. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const who = request.caller ? { user: whoFor(request.caller.uid) } : {};
    request.log.info(
      { method: request.method, route: patternOf(request), status: reply.statusCode, ms, ...who },
      'answered',
    );
    done();
  });
}
