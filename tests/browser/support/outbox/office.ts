import { createHash, randomUUID } from 'node:crypto';
import type { RequestOf } from '../../../../src/contract/calls.ts';
import type { Attachment } from '../../../../src/contract/jobs/jobDetails.ts';
import { filesOf, type Message } from '../../../../src/contract/messages/message.ts';
import { dueRules } from '../../../support/server/dueRules.ts';
import { emulatorSignIn } from '../../../support/server/emulatorSignIn.ts';
import { jobReport } from '../../../support/server/jobs.ts';
import { liveCall } from '../../../support/server/liveCall.ts';

/** Accounts of the demo data. */
export const password = 'stamped-2026';
export const clientEmail = 'client@ev.test';
const staffEmail = 'employee@ev.test';

export type OpenJob = {
  jobId: string;
  project: string;
  /** Messages of staff from before the schedule, which a client may mark. */
  asked: { communicationId: string; content: string }[];
};

export type Arrived = { content: string; sha256: string[] };

/** Reads the server's data as staff, without a proxy between. */
export class Office {
  readonly #url: string;
  readonly #staff: string;
  readonly #client: string;
  #made = 0;

  private constructor(url: string, staff: string, client: string) {
    this.#url = url;
    this.#staff = staff;
    this.#client = client;
  }

  static async open(url: string): Promise<Office> {
    const [staff, client] = await Promise.all([
      emulatorSignIn(url, staffEmail, password),
      emulatorSignIn(url, clientEmail, password),
    ]);
    return new Office(url, staff.idToken, client.idToken);
  }

  /** Creates a job of the client's with `messages` messages of staff in its conversation. */
  async newJob(name: string, messages: number): Promise<OpenJob> {
    this.#made += 1;
    const body = jobReport({
      project: name,
      address: {
        streetName: `${this.#made} ${name} Street`,
        city: 'Springfield',
        state: 'IL',
        zipcode: '62701',
      },
      jobReporter: clientEmail,
      jobCode: randomUUID(),
    });
    const { jobId, project } = await liveCall(this.#url, this.#client, 'reportJob', { body });
    const asked = [];
    for (let n = 1; n <= messages; n += 1) asked.push(await this.say(jobId, `Question ${n} about ${name}`));
    return { jobId, project, asked };
  }

  /** Changes a job of the client's, as staff. */
  async change(jobId: string, changes: Partial<RequestOf<'updateJob'>>): Promise<void> {
    const { version } = await liveCall(this.#url, this.#staff, 'job', { params: { jobId } });
    const body = { evJobId: jobId, jobUpdateUser: staffEmail, version, ...changes };
    await liveCall(this.#url, this.#staff, 'updateJob', { body: body as RequestOf<'updateJob'> });
  }

  /** Sends a message of the client's. */
  async ask(jobId: string, content: string): Promise<void> {
    const body = {
      evJobId: jobId,
      jobUpdateUser: clientEmail,
      jobReporter: clientEmail,
      'evCommunication.content': content,
      'evCommunication.fromUserId': clientEmail,
      'evCommunication.toUserId': '',
      'evCommunication.fromUserType': 'CLIENT',
    } as const;
    await liveCall(this.#url, this.#client, 'updateJob', { body });
  }

  /** Turns due dates on, or off. */
  async setDueDates(on: boolean): Promise<void> {
    const { idToken } = await emulatorSignIn(this.#url, 'admin@ev.test', password);
    await liveCall(this.#url, idToken, 'saveDueRules', { body: { rules: on ? dueRules : null } });
  }

  /** Delivers a file, and has its signature report made on a license of the firm. @returns the keys of the file and of its report */
  async deliver(jobId: string, file: File): Promise<{ file: Attachment; report: Attachment }> {
    const params = { jobId };
    const { version } = await liveCall(this.#url, this.#staff, 'job', { params });
    const deliverable = { deliveryMode: 'DIGITAL_COPY' };
    const form = new FormData();
    form.append('job', JSON.stringify({ evJobId: jobId, jobUpdateUser: staffEmail, version, deliverable }));
    form.append('attachments', file);
    const headers = { authorization: `Bearer ${this.#staff}` };
    const answer = await fetch(`${this.#url}/api/jobs/update`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`Staff could not deliver: ${answer.status} ${await answer.text()}`);
    const { key } = (await answer.json()).body.job.deliverables[0];
    const { idToken } = await emulatorSignIn(this.#url, 'admin@ev.test', password);
    const license = {
      ...{ name: 'Ada Seal PE', state: 'Illinois', number: '081.004711' },
      ...{ discipline: 'Structural', expires: '2040-11-30' },
    };
    const licenseId = 'of-the-office';
    await liveCall(this.#url, idToken, 'saveLicense', { body: { licenseId, email: staffEmail, license } });
    const body = { ...{ jobId, licenseId }, deliverable: key, description: 'Roof framing', sheets: '' };
    const { deliverables } = await liveCall(this.#url, this.#staff, 'makeReport', { body });
    const [made] = deliverables;
    if (!made?.file || !made.report) throw new Error('There is no report.');
    return { file: made.file, report: made.report };
  }

  /** Sends a message of staff. @param asks ids of the shots that it asks for */
  async say(
    jobId: string,
    content: string,
    { files = [], asks = [] }: { files?: readonly File[]; asks?: readonly string[] } = {},
  ): Promise<{ communicationId: string; content: string }> {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      evJobId: jobId,
      jobUpdateUser: staffEmail,
      jobReporter: clientEmail,
      'evCommunication.content': content,
      'evCommunication.fromUserId': staffEmail,
      'evCommunication.toUserId': clientEmail,
      'evCommunication.fromUserType': 'EMPLOYEE',
      ...(asks.length > 0 && { 'evCommunication.asks': asks.join(',') }),
    })) {
      form.append(name, value);
    }
    for (const file of files) form.append('attachments', file);
    const answer = await fetch(`${this.#url}/api/jobs/update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#staff}` },
      body: form,
    });
    if (!answer.ok) throw new Error(`Staff could not write: ${answer.status} ${await answer.text()}`);
    const { communicationId } = (await answer.json()).body.communication;
    return { communicationId, content };
  }

  /** Asks for all shots of the checklists of a job's services. */
  async askForShots(jobId: string): Promise<void> {
    const { jobEVService } = await liveCall(this.#url, this.#staff, 'job', { params: { jobId } });
    const services = jobEVService.flatMap(({ evServices }) => evServices);
    const all = await liveCall(this.#url, this.#staff, 'checklists');
    const shots = all.filter(({ service }) => services.includes(service));
    const content = ['Please add these photos:', ...shots.map(({ name }) => `• ${name}`)].join('\n');
    await this.say(jobId, content, { asks: shots.map(({ shotId }) => shotId) });
  }

  async statusOf(jobId: string): Promise<string> {
    return (await liveCall(this.#url, this.#staff, 'job', { params: { jobId } })).status;
  }

  async conversation(jobId: string): Promise<Message[]> {
    const messages = await liveCall(this.#url, this.#staff, 'conversation', { params: { jobId } });
    return [...messages].sort((a, b) => a.sequence - b.sequence);
  }

  /** Returns the client's messages in the order of their arrival, with the hashes of their stored files. */
  async arrived(jobId: string): Promise<Arrived[]> {
    const written = (await this.conversation(jobId)).filter(({ fromUserId }) => fromUserId === clientEmail);
    return Promise.all(
      written.map(async (message) => ({
        content: message.content,
        sha256: (await Promise.all(filesOf(message).map(({ link }) => this.#hashOf(link)))).sort(),
      })),
    );
  }

  async #hashOf(link: string): Promise<string> {
    return hashOf(await this.bytesOf(link));
  }

  /** Reads a stored file. */
  async bytesOf(link: string): Promise<Buffer> {
    const answer = await fetch(`${this.#url}/api${link}`, {
      headers: { authorization: `Bearer ${this.#staff}` },
    });
    if (!answer.ok) throw new Error(`A file could not be read: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
