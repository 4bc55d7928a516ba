import { expect, test } from 'vitest';
import { replyMarker } from '../../../server/mail/replyMarker.ts';
import {
  bodyOf,
  emailOfReply,
  type PersonsReply,
  peoplesReplies,
  typedIn,
} from '../../support/replies/peoplesReplies.ts';
import { chatOf, replyAddressOf, take, withReplies } from '../../support/replies/replyServer.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const from = people.client.email;
const said =
  'Hi Clara,\n\nHere’s what’s new on Birch Lane (EV-40):\n\nEmil E. wrote:\n> Which inverter?\n\nThe EV Jobs team';
const notices = {
  'with our line': `${replyMarker}\n\n${said}`,
  // As of programs that leave the first line out.
  'without our line': said,
};

/** Returns the words of a text, without what stands in place of a picture. */
function wordsOf(text: string): string {
  return text
    .replace(/\[(image|cid): ?[^\]]*\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}

/** Returns the words of HTML as a reader sees them. */
function htmlWords(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&rsquo;/g, '’')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
  return wordsOf(text);
}

onOneDatabase('a reply as people write it', (start) => {
  const server = start.forAll(withReplies);

  /** Posts a reply to a new job. @returns its message, its whole text, and the names of files that its sender was told of */
  async function posted(reply: PersonsReply, notice: string, id: string) {
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    server.emails.length = 0;
    expect(await take(server, emailOfReply(reply, notice, { from, to, id }))).toEqual({ outcome: 'posted' });
    const [message] = await chatOf(server, jobId);
    if (!message) throw new Error('It is not in the chat.');
    const params = { communicationId: message.communicationId };
    const { answer } = message.shortened
      ? await server.call('wholeText', { as: 'client', params })
      : { answer: { text: message.content } };
    await server.notify();
    const told = server.emails.filter(({ kind }) => kind === 'unposted').map(({ text }) => text);
    return { message, whole: answer.text, told };
  }

  test('is one of sixty, each written another way', () => {
    expect(peoplesReplies).toHaveLength(60);
    expect(new Set(peoplesReplies.map(({ by }) => by)).size).toBe(60);
  });

  const rows = Object.keys(notices).flatMap((kind) =>
    peoplesReplies.map((reply): [string, string, PersonsReply] => [reply.by, kind, reply]),
  );
  test.each(rows)('of %s, answering an email %s, loses no word and no file', async (by, kind, reply) => {
    const notice = notices[kind as keyof typeof notices];
    const { message, whole, told } = await posted(reply, notice, `${by}-${kind}`.replace(/\W/g, ''));
    const body = bodyOf(reply, notice);
    const typedWords = reply.html ? htmlWords : wordsOf;
    const shown = wordsOf(reply.isWithin ? whole : message.content);
    let at = 0;
    for (const typed of typedIn(body).map(typedWords)) {
      expect(shown.slice(at)).toContain(typed);
      at = shown.indexOf(typed, at) + typed.length;
    }
    // Whatever came is in the whole text, and it is offered wherever the message shows less.
    for (const word of typedWords(body.replace(/[«»]/g, ' '))
      .split(' ')
      .filter((one) => /^[\p{L}\p{N}]+$/u.test(one)))
      expect(wordsOf(whole)).toContain(word);
    if (kind === 'with our line') expect(message.content).not.toContain('Here’s what’s new');
    expect(message.shortened === true).toBe(whole !== message.content);

    const refused = reply.refused ?? [];
    const files = Object.values(message.fileAttachmentsInfo);
    expect(files).toHaveLength((reply.files?.length ?? 0) - refused.length);
    expect(told).toHaveLength(refused.length === 0 ? 0 : 1);
    for (const name of refused) expect(told[0]).toContain(`- ${name}\n`);
  });
});
