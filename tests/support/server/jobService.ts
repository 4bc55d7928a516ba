import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson } from '../../app/support/backend.ts';
import { job } from '../app/fakeBackend.ts';

type Seen = { url: string; headers: IncomingMessage['headers']; body: string };

type Write = {
  path: string;
  key: string;
  /** The JSON of the request, with or without files. */
  body: Record<string, unknown>;
  fileNames: string[];
};

/** A backend's jobs with versions and keys; its connection can break before a request or before its response. */
export class JobService {
  /** The writes that reached it, in order. */
  writes: Write[] = [];
  jobs = new Map([[job.jobId, { ...job }]]);
  line: 'good' | 'cut' | 'mute' = 'good';
  /** Refusals of the next writes that arrive. */
  refusals: { status: number; body: object }[] = [];
  private readonly answers = new Map<string, unknown>();

  handle = ({ url, headers, body }: Seen, response: ServerResponse): void => {
    if (this.line === 'cut') {
      response.destroy();
      return;
    }
    const path = url.replace('/api', '');
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') {
      answerJson(response, 200, { body: this.read(path) });
      return;
    }
    const fileNames = [...body.matchAll(/filename="([^"]*)"/g)].map((match) => match[1] ?? '');
    const write = { path, key, body: jsonOf(body), fileNames };
    this.writes.push(write);
    const refusal = this.refusals.shift() ?? this.refusalOf(write);
    const answer = refusal ? null : (this.answers.get(key) ?? this.carryOut(write));
    if (answer) this.answers.set(key, answer);
    if (this.line === 'mute') response.destroy();
    else answerJson(response, refusal?.status ?? 200, refusal?.body ?? { body: answer });
  };

  private read(path: string): unknown {
    if (path === '/evjobs/stats') return {};
    return (
      this.jobs.get(path.split('/').at(-1) ?? '') ?? { items: [...this.jobs.values()], startAfter: null }
    );
  }

  private refusalOf({ path, body, key }: Write) {
    const now = this.jobs.get(String(body.evJobId));
    if (path === '/jobs/report' || this.answers.has(key) || body.version === now?.version) return null;
    return { status: 409, body: { errorMessage: 'Changed.', code: 'stale', job: now, changed: ['status'] } };
  }

  private carryOut({ path, body }: Write): unknown {
    const before = path === '/jobs/report' ? undefined : this.jobs.get(String(body.evJobId));
    const { evJobId: _, jobUpdateUser: __, ...values } = body;
    const after = {
      ...(before ?? { ...job, jobId: `J${this.jobs.size + 1}` }),
      ...values,
      version: (before?.version ?? 0) + 1,
    };
    this.jobs.set(after.jobId, after);
    return before ? { job: after, communication: null } : after;
  }
}

function jsonOf(body: string): Record<string, unknown> {
  return JSON.parse(body.startsWith('{') ? body : (/^\{.*\}\r?$/m.exec(body)?.[0] ?? '{}'));
}
