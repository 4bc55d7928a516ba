import { randomUUID } from 'node:crypto';
import { client, seedPassword } from '../../server/seed/people.ts';
import { emulatorSignIn } from '../support/server/emulatorSignIn.ts';
import { jobReport } from '../support/server/jobs.ts';
import { liveCall } from '../support/server/liveCall.ts';

/** A client of the demo data, who acts without a browser. */
export class Client {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async at(url: string): Promise<Client> {
    return new Client(url, (await emulatorSignIn(url, client.email, seedPassword)).idToken);
  }

  async reportsJob(project: string): Promise<string> {
    const address = { streetName: `1 ${project}`, city: 'Springfield', state: 'IL', zipcode: '62701' };
    const body = jobReport({
      project,
      address,
      jobReporter: client.email,
      jobCode: randomUUID().slice(0, 8),
    });
    return (await liveCall(this.#url, this.#token, 'reportJob', { body })).jobId;
  }

  async writes(jobId: string, content: string): Promise<void> {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      evJobId: jobId,
      jobUpdateUser: client.email,
      jobReporter: client.email,
      'evCommunication.content': content,
      'evCommunication.fromUserId': client.email,
      'evCommunication.toUserId': '',
      'evCommunication.fromUserType': 'CLIENT',
    })) {
      form.append(name, value);
    }
    const answer = await fetch(`${this.#url}/api/jobs/update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() },
      body: form,
    });
    if (!answer.ok) throw new Error(`The client could not write: ${answer.status} ${await answer.text()}`);
  }
}
