import type { FastifyInstance } from 'fastify';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import * as v from 'valibot';
import { Refusal } from '../errors/errors.ts';
import { rejectForeignPages } from '../http/ownHost.ts';
import { devMailPage } from '../mail/devMailPage.ts';
import { type CodeLink, emulatorCodes } from '../mail/emulatorCodes.ts';
import { readEmails } from '../mail/folderMail.ts';
import { pageHeaders } from '../mail/plainPage.ts';
import type { TakeReply } from '../replies/replies.ts';
import type { Services } from '../services/services.ts';

const maxFormBytes = 64 * 1024;
const ReplyForm = v.object({
  from: v.string(),
  to: v.string(),
  subject: v.string(),
  answers: v.string(),
  text: v.string(),
});
/** What became of a reply, by the word in the page's address. */
const results: Record<string, string> = {
  posted: 'Your reply was posted to the job.',
  refused: 'Your reply wasn’t posted. The email below says why.',
  ignored: 'Your reply was ignored.',
};

async function codesOf({ emulator, log }: Services): Promise<CodeLink[] | null> {
  if (!emulator) return [];
  try {
    return await emulatorCodes(emulator.url, emulator.projectId);
  } catch (error) {
    log.warn({ err: error }, 'the codes of the emulator could not be read');
    return null;
  }
}

/** Returns the reply that a mail program would send. */
function emailOf({ from, to, subject, answers, text }: v.InferOutput<typeof ReplyForm>): Promise<Buffer> {
  const id = `<${answers}@localhost.localdomain>`;
  const email = {
    from,
    to,
    subject,
    text,
    inReplyTo: id,
    references: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return new MailComposer(email).compile().build();
}

/**
 * Serves the development emails as a page, on which they can be answered. Anyone who reads it can sign in as anyone, so it exists in
 * emulator mode only.
 *
 * @param takeReply null where replies are not delivered
 */
export function devMailRoutes(app: FastifyInstance, services: Services, takeReply: TakeReply | null): void {
  app.get('/dev/mail', async (request, reply) => {
    if (!services.development || !services.emulator) throw new Refusal('not-found');
    const [codes, emails] = await Promise.all([codesOf(services), readEmails(services.mailFolder)]);
    const { reply: result } = request.query as { reply?: unknown };
    const said = typeof result === 'string' && Object.hasOwn(results, result) ? (results[result] ?? '') : '';
    // The form needs an Origin, which browsers leave out together with the Referer.
    return reply
      .headers({ ...pageHeaders("'self'"), 'referrer-policy': 'same-origin' })
      .send(devMailPage(codes, emails, said));
  });

  app.register(async (pages) => {
    rejectForeignPages(pages, services.publicUrl);
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.post('/dev/mail/reply', { bodyLimit: maxFormBytes }, async ({ body }, reply) => {
      if (!services.emulator || !takeReply || !v.is(ReplyForm, body)) throw new Refusal('not-found');
      const { outcome } = await takeReply(await emailOf(body), {
        returnPath: body.from,
        recipients: [body.to],
      });
      return reply.redirect(`/dev/mail?reply=${outcome}`, 303);
    });
  });
}
