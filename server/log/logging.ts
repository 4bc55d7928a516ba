import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The destination of the log: standard output, a stream, or nothing. */
export type LogTo = false | { level?: string; stream?: { write(line: string): void } };

const email = /[^\s"'`<>()[\]{}=:;,/\\?&]+(@|%40)[^\s"'`<>()[\]{}=:;,/\\?&]+/gi;
const token = /\beyJ[\w-]+\.[\w.-]*/g;

/** Returns a text with email addresses and tokens replaced. */
export function redacted(text: string): string {
  return text.replace(token, '[token]').replace(email, '[email]');
}

const quoted = /"[^"]*"?|“[^”]*”?|‘[^’]*’?|`[^`]*`?|(?<![\p{L}\p{N}])'[^']*'?/gu;

/** Matches every SQLSTATE, including those of extensions and of our own functions: each has a digit. */
const databaseState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Returns an error's message without quoted text: parsers and databases quote what users sent. */
function messageOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  // A database's message may contain a row; the SQLSTATE and the names of table and column say enough.
  if (databaseState.test(code)) return `The database refused a statement: ${code}.`;
  return redacted(error.message.replace(quoted, '[…]'));
}

/** Returns the frames of a stack without its first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(redacted)
    .join('\n');
}

/** Properties with names from our code and schema, never with user data. */
const named = ['code', 'constraint', 'table', 'column', 'syscall'] as const;

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

/** Returns an error as it may be logged: type, place and message, but no rows, parameters or bodies. */
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

/** Returns a request as it may be logged: without its path, which names users, files and tokens. */
function requestForLog(request: FastifyRequest): { method: string; route: string } {
  return { method: request.method, route: patternOf(request) };
}

const address = /\/api\/\S*/g;

/** Returns the message of a log entry. When a library gives none, the logger would use that of the error. */
function logMessage([first, said]: readonly unknown[]): string {
  const words = typeof first === 'string' ? first : typeof said === 'string' ? said : 'failed';
  return words.replace(address, '[address]');
}

type Log = (this: unknown, ...line: [object, string] | [string]) => void;

/** Sanitizes every log entry, those of libraries included. */
function logMethod(this: unknown, line: readonly unknown[], log: Log): void {
  const [first] = line;
  if (typeof first !== 'object' || first === null) log.call(this, logMessage(line));
  else log.call(this, first instanceof Error ? { err: first } : first, logMessage(line));
}

/** Returns the options of the logger. @param onLine called with the level of each logged line */
export function loggerOptions(log: LogTo, onLine: (level: number) => void) {
  if (log === false) return false;
  return {
    level: log.level ?? 'info',
    ...(log.stream ? { stream: log.stream } : {}),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Redacts the finished line once more.
    hooks: {
      logMethod(this: unknown, line: readonly unknown[], write: Log, level: number) {
        onLine(level);
        logMethod.call(this, line, write);
      },
      streamWrite: redacted,
    },
    serializers: { err: errorForLog, error: errorForLog, req: requestForLog, res: () => ({}) },
  };
}

/** Returns the route's pattern, because a path contains emails, file names and tokens. */
function patternOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? 'none';
}

const shortHash = 12;

/** Returns a hash that groups a user's log lines without identifying the user: uids are random and cannot be guessed. */
function whoFor(uid: string): string {
  return hash('sha256', `log ${uid}`).slice(0, shortHash);
}

/** Logs one line for each response, and sends its request id as a header, so that a user can quote it. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const who = request.caller ? { user: whoFor(request.caller.uid) } : {};
    request.log.info(
      { method: request.method, route: patternOf(request), status: reply.statusCode, ms, ...who },
      'request completed',
    );
    done();
  });
}
