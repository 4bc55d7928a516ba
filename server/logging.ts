import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where log lines go: standard output, or a stream; or nowhere. */
export type LogTo = false | { level?: string; stream?: { write(line: string): void } };

const eMail = /[^\s"'`<>()[\]{}=:;,/\\?&]+(@|%40)[^\s"'`<>()[\]{}=:;,/\\?&]+/gi;
const token = /\beyJ[\w-]+\.[\w.-]*/g;

/** Text without the e-mail addresses and tokens in it. */
export function redacted(text: string): string {
  return text.replace(token, '[token]').replace(eMail, '[e-mail]');
}

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

/** Of an error: what and where, never the rows, parameters or bodies that other fields of it may carry. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: redacted(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: redacted(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}

export function loggerOptions(log: LogTo) {
  if (log === false) return false;
  return {
    level: log.level ?? 'info',
    ...(log.stream ? { stream: log.stream } : {}),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: errorForLog },
  };
}

/** The route's pattern, because a path holds e-mails, file names and the tokens of letters. */
function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/** One line for each answer, and its id in a header, so that a person can name the line they mean. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { method: request.method, route: patternOf(request), status: reply.statusCode, ms },
      'answered',
    );
  });
}
