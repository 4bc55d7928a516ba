import { people } from '../../support/server/people.ts';
import type { UserName, World } from '../World.ts';
import type { SentEmail } from './doubles.ts';
import type { Server } from './Server.ts';

/** Has the recipient of an email answer it; the mail provider delivers the answer until a server has taken it, sometimes twice. */
export function writeReply(world: World, email: SentEmail): void {
  const { sim, checks } = world;
  const user = (Object.keys(people) as UserName[]).find((name) => people[name].email === email.to);
  if (!user || email.replyTo === undefined) return;
  const jobId = /jobs\/update\/([\w-]+)/.exec(email.text)?.[1] ?? '';
  const owner = world.jobs.find((job) => job.jobId === jobId)?.owner;
  if (!owner) return;
  const content = world.text(user, owner);
  const key = `reply ${content}`;
  checks.ledger.intend({ key, kind: 'reply', user, device: 'mail', jobId, content });
  const raw = Buffer.from(
    [
      `Return-Path: <${email.to}>`,
      `From: ${email.to}`,
      `To: ${email.replyTo}`,
      `Subject: Re: ${email.subject}`,
      'Date: Sat, 21 Nov 2026 10:31:00 +0000',
      `Message-ID: <${sim.uuid()}@mail.ev.test>`,
      `Authentication-Results: mx.ev.test; dmarc=pass header.from=ev.test`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      content,
      '',
    ].join('\r\n'),
  );
  const deliver = (to: Server | null) => {
    const again = (ms: number) => sim.after(ms, () => deliver(world.serverFor()));
    if (!to) return again(1000);
    const stop = to.onDeath(() => again(1000));
    to.takeReply(raw).then(
      ({ outcome, ...why }) => {
        stop();
        checks.meet(`reply · ${outcome} ${'reason' in why ? why.reason : ''}`);
      },
      () => {
        stop();
        again(20_000);
      },
    );
  };
  deliver(world.serverFor());
  if (sim.chance(0.3)) sim.after(sim.between(0, 2000), () => deliver(world.serverFor()));
}
