import { responseMark } from '../../../src/contract/calls.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { type JobFields, ofEachField } from '../../../src/contract/jobs/jobFields.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import type { NewJob } from '../../../src/outbox/sends/sendJobs.ts';

export const address = 'http://backend.test/';

const home = { streetName: '12 Main St', city: 'Springfield', state: 'IL', zipcode: '62701' };

export const job: JobDetails = {
  // A text is empty, and a choice the first one, where nothing is said below.
  ...(ofEachField((field) =>
    field.is === 'choice' ? Object.keys(field.of)[0] : '',
  ) as unknown as JobFields),
  jobId: 'J1',
  jobCode: 'AB12CD34',
  project: 'Elm Street',
  address: home,
  jobReporter: 'ada@client.test',
  reporter: 'Ada L.',
  jobReporterDetails: { company: 'Sun Roofs', phoneNumber: '' },
  jobType: 'RESIDENTIAL',
  category: 'STAMP',
  jobPriority: 'NORMAL',
  jobDeliveryMode: 'DIGITAL_COPY',
  copiesNumber: null,
  deliveryAddress: null,
  deliveryPriority: 'STANDARD',
  jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
  jobAttachmentLinks: 'https://files.test/plan',
  status: 'IN_PROGRESS',
  message: '',
  assignedTo: 'bob@ev.test',
  assignedToName: 'Bob S.',
  revisionOf: null,
  version: 1,
  createdTimestamp: 1,
  updatedTimestamp: 1,
  newMessages: 0,
  attachments: [],
  deliverables: [],
  revisions: [],
  history: [],
  historyStartAfter: null,
};

export const newJob: NewJob = {
  project: job.project,
  address: home,
  jobType: 'RESIDENTIAL',
  category: 'STAMP',
  jobPriority: 'NORMAL',
  jobDescription: '',
  jobDeliveryMode: 'DIGITAL_COPY',
  deliveryPriority: 'STANDARD',
  jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
  jobAttachmentLinks: job.jobAttachmentLinks,
  referenceLinks: '',
  message: '',
  jobReporter: job.jobReporter,
};

let madeMessages = 0;

export function sentMessage(more: Partial<Message> = {}): Message {
  madeMessages += 1;
  return {
    communicationId: `made-${madeMessages}`,
    jobId: 'J1',
    content: 'Hello',
    status: 'NEW',
    createdTimestamp: 1,
    sequence: madeMessages,
    fromUserId: 'ada@client.test',
    toUserId: 'bob@ev.test',
    fromUserType: 'CLIENT',
    fileAttachmentsInfo: {},
    company: 'Sun Roofs',
    fromUserName: 'Ada L.',
    project: job.project,
    jobCode: job.jobCode,
    ...more,
  };
}

type Outcome = 'lost' | { status: number; errorMessage: string };

type Seen = {
  path: string;
  key: string | null;
  json: unknown;
  parts: Record<string, string>;
  fileNames: string[];
};

/** The backend's side of the wire, for tests of the app with late, lost or refused responses. */
export class FakeBackend {
  /** Writes only, in the order they came. */
  requests: Seen[] = [];
  conversation: Message[] = [];
  /** The pages of all messages; a page's cursor is the number of the next. */
  inbox: Message[][] = [[]];
  mostAtOnce = 0;
  private atOnce = 0;
  private outcomes: Outcome[] = [];
  private isOut = false;
  private lasting: Outcome | undefined;

  /** Sets the outcome of the next write that has none yet; without one it is accepted. */
  next(outcome: Outcome): void {
    this.outcomes.push(outcome);
  }

  always(outcome: Outcome): void {
    this.lasting = outcome;
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace('/api', '');
    if (request.method === 'GET') return this.read(path);
    if (path === '/evcommunications') return this.readInbox(await request.json());
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    try {
      const seen = await this.note(path, request);
      const outcome = this.outcomes.shift() ?? this.lasting;
      if (outcome === 'lost') {
        // The probe that follows fails: a lost write with files then counts as a lost response.
        this.isOut = seen.fileNames.length > 0;
        throw new TypeError('Failed to fetch');
      }
      if (outcome) return answer({ errorMessage: outcome.errorMessage, code: '' }, outcome.status);
      return answer({ body: this.accept(seen) });
    } finally {
      this.atOnce -= 1;
    }
  };

  private read(path: string): Response {
    if (path === '/evjobs/stats') {
      const isOut = this.isOut;
      this.isOut = false;
      if (isOut) throw new TypeError('Failed to fetch');
    }
    if (path === '/jobs/gone/communication') return answer({ errorMessage: 'Gone.', code: 'not-found' }, 404);
    if (path.endsWith('/communication')) return answer({ body: this.conversation });
    return answer({ body: job });
  }

  private readInbox({ startAfter = '0' }: { startAfter?: string }): Response {
    const next = Number(startAfter) + 1;
    const items = (this.inbox[next - 1] ?? []).map((message) => ({ ...message, turn: 'EV', assignedTo: '' }));
    return answer({ body: { items, startAfter: next < this.inbox.length ? String(next) : null } });
  }

  private async note(path: string, request: Request): Promise<Seen> {
    const multipart = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
    const form = multipart ? await request.formData() : new FormData();
    const seen: Seen = {
      path,
      key: request.headers.get('idempotency-key'),
      json: multipart ? undefined : await request.json(),
      parts: {},
      fileNames: [],
    };
    for (const [name, value] of form) {
      if (typeof value === 'string') seen.parts[name] = value;
      else seen.fileNames.push(value.name);
    }
    this.requests.push(seen);
    return seen;
  }

  private accept({ path, json, parts, key }: Seen): unknown {
    if (path === '/jobs/report') return job;
    if (path === '/update/communication') {
      const { evCommunicationId, status } = json as { evCommunicationId: string; status: 'NEW' };
      return sentMessage({ communicationId: evCommunicationId, status });
    }
    const communication = sentMessage({
      content: parts['evCommunication.content'] ?? '',
      ...(key !== null && { idempotencyKey: key.slice(1, -1) }),
    });
    this.conversation.push(communication);
    return { job, communication };
  }
}

function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { [responseMark]: '1' } });
}
