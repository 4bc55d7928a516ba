import http from 'node:http';
import https from 'node:https';
import { isPushEndpoint } from './endpoint.ts';
import { isLoopbackName, publicLookup } from './publicHost.ts';

/** Limit of a whole request. */
const postTimeoutMs = 10_000;
/** Limit of a response, whose body is not used. */
const maxResponseBytes = 16_384;

export type PushRequest = { endpoint: string; headers: Record<string, string | number>; body: Buffer };
export type PushResponse = { status: number; retryAfter: string | undefined };

export type PushClient = {
  /** Sends one request without following redirects. Rejects when no response arrived in time, or when `signal` is aborted. */
  post(request: PushRequest, signal: AbortSignal): Promise<PushResponse>;
  close(): void;
};

/** Opens the HTTP client for push services. `loopback` allows this machine too, for development and tests. */
export function openPushClient({
  loopback,
  timeoutMs = postTimeoutMs,
}: {
  loopback: boolean;
  timeoutMs?: number;
}): PushClient {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  return {
    post({ endpoint, headers, body }, signal) {
      return new Promise((resolve, reject) => {
        // Checked again, because the rules may have changed since the device was registered.
        if (!isPushEndpoint(endpoint, loopback))
          throw new Error('The address is not that of a push service.');
        const url = new URL(endpoint);
        const isHttp = url.protocol === 'http:';
        const request = (isHttp ? http : https).request(url, {
          method: 'POST',
          headers,
          agent: agents[isHttp ? 'http:' : 'https:'],
          signal,
          ...(loopback && isLoopbackName(url.hostname) ? {} : { lookup: publicLookup }),
        });
        const limit = setTimeout(() => request.destroy(new Error('No answer came in time.')), timeoutMs);
        request.on('close', () => clearTimeout(limit));
        request.on('error', reject);
        request.on('response', (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > maxResponseBytes) request.destroy();
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
