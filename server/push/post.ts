import http from 'node:http';
import https from 'node:https';
import { isPushEndpoint } from './endpoint.ts';
import { isLoopback, publicLookup } from './publicHost.ts';

/** From the first byte to the last. */
const postTimeoutMs = 10_000;
/** Nothing of it is read; what goes on for longer is cut off. */
const maxAnswerBytes = 16_384;

export type PushRequest = { endpoint: string; headers: Record<string, string | number>; body: Buffer };
export type PushAnswer = { status: number; retryAfter: string | undefined };

export type PushLine = {
  /** Sends one request and follows no redirect. Rejects when no answer came in time, or `signal` said so. */
  post(request: PushRequest, signal: AbortSignal): Promise<PushAnswer>;
  close(): void;
};

/** The way to the push services. `loopback` lets it lead to this machine as well, for development and tests. */
export function openPushLine({
  loopback,
  timeoutMs = postTimeoutMs,
}: {
  loopback: boolean;
  timeoutMs?: number;
}): PushLine {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  return {
    post({ endpoint, headers, body }, signal) {
      return new Promise((resolve, reject) => {
        // Looked at again: what was let in before may not be now.
        if (!isPushEndpoint(endpoint, loopback))
          throw new Error('The address is not that of a push service.');
        const url = new URL(endpoint);
        const isHttp = url.protocol === 'http:';
        const request = (isHttp ? http : https).request(url, {
          method: 'POST',
          headers,
          agent: agents[isHttp ? 'http:' : 'https:'],
          signal,
          ...(loopback && isLoopback(url.hostname) ? {} : { lookup: publicLookup }),
        });
        const limit = setTimeout(() => request.destroy(new Error('No answer came in time.')), timeoutMs);
        request.on('close', () => clearTimeout(limit));
        request.on('error', reject);
        request.on('response', (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > maxAnswerBytes) request.destroy();
          });
          answer.on('error', () => {});
          const status = answer.statusCode ?? 0;
          resolve({ status, retryAfter: answer.headers['retry-after'] });
        });
        request.end(body);
      });
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}
