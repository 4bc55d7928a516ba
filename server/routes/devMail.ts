import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/errors.ts';
import { devMailPage } from '../mail/devMailPage.ts';
import { type CodeLink, emulatorCodes } from '../mail/emulatorCodes.ts';
import { readEmails } from '../mail/folderMail.ts';
import { pageHeaders } from '../mail/plainPage.ts';
import type { Services } from '../services.ts';

async function codesOf({ emulator, log }: Services): Promise<CodeLink[] | null> {
  if (!emulator) return [];
  try {
    return await emulatorCodes(emulator.url, emulator.projectId);
  } catch (error) {
    log.warn({ err: error }, 'the codes of the emulator could not be read');
    return null;
  }
}

/** Serves the development emails as a page. Anyone who reads it can sign in as anyone, so it exists in emulator mode only. */
export function devMailRoutes(app: FastifyInstance, services: Services): void {
  app.get('/dev/mail', async (_request, reply) => {
    if (!services.development || !services.emulator) throw new Refusal('not-found');
    const [codes, emails] = await Promise.all([codesOf(services), readEmails(services.mailFolder)]);
    return reply.headers(pageHeaders("'none'")).send(devMailPage(codes, emails));
  });
}
