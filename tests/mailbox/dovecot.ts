import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { otherUser } from '../support/database/postgres.ts';
import { withoutPrograms } from '../support/run/programs.ts';
import { freePort } from '../support/server/stack.ts';

const deliver = '/usr/lib/dovecot/dovecot-lda';
const user = 'replies';
export const password = 'pass';

/** Returns a sentence unless Debian’s Dovecot is installed; `''` where it is. */
export function withoutDovecot(): string {
  const missing = withoutPrograms(['dovecot', 'doveadm']);
  if (missing !== '') return missing;
  return spawnSync(deliver, ['-a']).error ? `${deliver} is not installed.` : '';
}

type Owner = { user: string; group: string; uid: number; gid: number };

/** Returns Dovecot’s settings: all of its processes run as one user, in one folder. */
function settings(folder: string, port: number, owner: Owner): string {
  return `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${owner.user}
default_internal_group = ${owner.group}
default_login_user = ${owner.user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail
mail_plugins = quota
quota_full_tempfail = yes
protocol imap {
  mail_plugins = quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=1M
}
namespace inbox {
  inbox = yes
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

export type Dovecot = {
  port: number;
  /** Delivers an email as a mail server does. @returns false where the mailbox is full */
  deliver(raw: Buffer): Promise<boolean>;
  /** Puts a file of this name among the new emails. @param size the size that its name tells, as Dovecot writes it */
  putFile(raw: Buffer, size?: number): Promise<string>;
  /** Runs a command of doveadm on the mailbox. @returns what it prints */
  admin(...words: string[]): Promise<string>;
  /** Freezes all of its processes, or has them go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Has it number its emails anew; without `keepsMarks`, as on another server, to which only Maildir’s own flags came along. */
  renumber(keepsMarks: boolean): Promise<void>;
  stop(): Promise<void>;
};

/** Starts Debian’s Dovecot with an empty mailbox of 1 MB. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = await mkdtemp('/tmp/ev-dovecot-');
  const mail = join(folder, 'mail');
  const port = await freePort();
  const id = otherUser();
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const owner = id ?? me;
  const nameOf = (option: string) =>
    spawnSync('id', [option, String(owner.uid)], { encoding: 'utf8' }).stdout.trim();
  const config = join(folder, 'dovecot.conf');
  await writeFile(config, settings(folder, port, { user: nameOf('-un'), group: nameOf('-gn'), ...owner }));
  if (id) await chown(folder, id.uid, id.gid);
  const run = (program: string, args: string[], input: Buffer | string = ''): Promise<[number, string]> =>
    new Promise((resolve) => {
      const child = execFile(program, ['-c', config, ...args], { ...id, cwd: folder }, (error, out, err) =>
        resolve([typeof error?.code === 'number' ? error.code : error ? -1 : 0, out + err]),
      );
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  let closed: Promise<unknown> | undefined;
  let group = 0;
  let delivered = 0;

  const dovecot: Dovecot = {
    port,
    async deliver(raw) {
      const [code, said] = await run(deliver, ['-d', user], raw);
      if (code === 0) return true;
      // “Try again later”, as a mail server does.
      if (code === 75) return false;
      throw new Error(`An email was not delivered (${code}): ${said}`);
    },
    async putFile(raw, size) {
      delivered += 1;
      const file = `${Math.floor(Date.now() / 1000)}.M${delivered}P1.drill${size === undefined ? '' : `,S=${size}`}`;
      const path = join(mail, 'tmp', file);
      await writeFile(path, raw);
      if (id) await chown(path, id.uid, id.gid);
      await rename(path, join(mail, 'new', file));
      return file;
    },
    async admin(...words) {
      const [command = '', ...rest] = words;
      const [code, said] = await run('doveadm', [...command.split(' '), '-u', user, ...rest]);
      if (code !== 0) throw new Error(`doveadm ${words.join(' ')}: ${said}`);
      return said;
    },
    async signal(signal) {
      if (group > 0) process.kill(-group, signal);
    },
    async kill() {
      if (group > 0) process.kill(-group, 'SIGKILL');
      group = 0;
      await closed;
    },
    async start() {
      await rm(join(folder, 'run', 'master.pid'), { force: true });
      const child = spawn('dovecot', ['-F', '-c', config], {
        ...id,
        cwd: folder,
        stdio: 'ignore',
        // A group of its own, which a signal reaches as a whole.
        detached: true,
      });
      group = child.pid ?? 0;
      closed = once(child, 'close');
      for (const end = Date.now() + 30_000; ; await sleep(50)) {
        const socket = connect(port, '127.0.0.1');
        const greeted = await once(socket, 'data').then(
          () => true,
          () => false,
        );
        socket.destroy();
        if (greeted) return;
        if (Date.now() > end)
          throw new Error(`Dovecot did not start: ${await readFile(join(folder, 'log'), 'utf8')}`);
      }
    },
    async renumber(keepsMarks) {
      await dovecot.kill();
      for (const file of await readdir(mail))
        if (/^dovecot[.-](uid|index|list)/.test(file) || (!keepsMarks && file === 'dovecot-keywords'))
          await rm(join(mail, file));
      if (!keepsMarks) {
        for (const file of await readdir(join(mail, 'cur')))
          await rename(join(mail, 'cur', file), join(mail, 'cur', file.replace(/[a-z]+$/, '')));
      }
      // UIDVALIDITY is the second in which it numbers them.
      await sleep(1100);
      await dovecot.start();
    },
    async stop() {
      await dovecot.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  process.once('exit', () => {
    if (group > 0) process.kill(-group, 'SIGKILL');
  });
  await mkdir(join(folder, 'run'));
  if (id) await chown(join(folder, 'run'), id.uid, id.gid);
  await dovecot.start();
  return dovecot;
}
