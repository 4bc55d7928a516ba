import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { setPhoneRegions } from '../../src/contract/users/phoneRegions.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { emulatorVerifier, firebaseVerifier } from '../auth/auth.ts';
import { backUp } from '../backup/backUp.ts';
import { vapidKeys } from '../data/notify/vapidKeys.ts';
import { StartError } from '../errors/startError.ts';
import { measureMailbox, openMetricsPort } from '../http/metrics.ts';
import { openCounters } from '../log/counters.ts';
import { openMail } from '../mail/openMail.ts';
import { openImapReceiver } from '../replies/imapReceiver.ts';
import type { Config } from '../settings/config.ts';
import { checkFilesByCommand } from '../uploads/checkFilesByCommand.ts';
import { eraseByCommand } from '../users/eraseByCommand.ts';
import { accountAdminOf } from './accountAdmin.ts';
import { backlog } from './backlog.ts';
import { takeOrders } from './control.ts';
import { dataPaths } from './dataDir.ts';
import { openDatabase } from './openDatabase.ts';
import { openFiles } from './openFiles.ts';
import type { Program } from './program.ts';

function portInUse(port: number, variable: string): StartError {
  return new StartError(
    `Port ${port} is already in use. Stop the other program, or set ${variable} to another number.`,
  );
}

function listenError(error: unknown, host: string, port: number, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return portInUse(port, variable);
  if (code === 'EACCES')
    return new StartError(
      `You don’t have permission to use port ${port}. Set ${variable} to another number.`,
    );
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartError(`${variable.replace('PORT', 'HOST')} ${host} isn’t an address of this computer.`);
  }
  return error;
}

/** Throws a StartError when the port is in use, before anything slow starts. */
export async function mustBeFree(host: string, port: number, variable: string): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
    await new Promise((resolve) => probe.close(resolve));
  } catch (error) {
    throw listenError(error, host, port, variable);
  }
}

/** Opens database, files and mail as configured, and closes them when the program ends. */
export async function openParts(config: Config, { onClose }: Program): Promise<AppOptions> {
  const { identity, publicUrl, adminEmail, trustProxy } = config;
  const paths = dataPaths(config.dataDir);
  setPhoneRegions(config.phoneRegions);
  const counters = openCounters();
  const db = await openDatabase(config, counters);
  onClose(() => db.close());
  const mail = openMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: paths.mail });
  onClose(() => mail.close());
  const files = await openFiles(config);
  const accountAdmin = accountAdminOf(config);
  const deletesAccount = accountAdmin !== null;
  const parts = { db, files, accounts: paths.accounts, key: config.backupKey, now: Date.now };
  const backup = (folder: string) => backUp(parts, folder);
  const withoutLost = (folder: string) => backUp(parts, folder, true);
  const check = (remove: string) => checkFilesByCommand({ db, files, now: Date.now }, remove === 'remove');
  const erase = (order: string) => eraseByCommand({ db, now: Date.now, deletesAccount }, JSON.parse(order));
  onClose(
    await takeOrders(config.dataDir, {
      backup,
      'backup-without-lost': withoutLost,
      'check-files': check,
      erase,
    }),
  );
  const emulated = identity.kind === 'emulator';
  const { projectId } = identity;
  return {
    db,
    counters,
    fieldData: config.fieldData,
    mail,
    files,
    accountAdmin,
    retention: config.retention,
    verifyToken: emulated ? emulatorVerifier(projectId) : firebaseVerifier({ projectId }),
    accounts:
      identity.kind === 'emulator'
        ? { origin: `http://127.0.0.1:${identity.port}/identitytoolkit.googleapis.com`, apiKey: 'emulator' }
        : { origin: 'https://identitytoolkit.googleapis.com', apiKey: identity.apiKey },
    publicUrl,
    emailTexts: config.emailTexts,
    sendsEmail: config.smtpUrl !== '',
    replies: config.replies,
    webhookSecret: config.repliesBy.webhookSecret,
    dataDir: config.dataDir,
    vapid: { subject: config.vapid.subject, ...(config.vapid.keys ?? (await vapidKeys(db))) },
    adminEmail,
    checkStore: true,
    previews: { atOnce: config.previewsAtOnce },
    mailFolder: paths.mail,
    development: emulated,
    // With the emulator a developer reads the terminal, where only errors matter.
    log: { level: emulated ? 'error' : 'info' },
    emulator: emulated ? { url: `http://127.0.0.1:${identity.port}`, projectId } : undefined,
    ...(trustProxy === '' ? {} : { trustProxy }),
  };
}

async function listenForMetrics(
  app: FastifyInstance,
  { metricsPort: port, metricsHost: host }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  onClose: Program['onClose'],
): Promise<void> {
  try {
    const server = await openMetricsPort(app.metrics, port, host);
    onClose(() => void server.close());
  } catch (error) {
    throw listenError(error, host, port, 'METRICS_PORT');
  }
}

/** Opens the ways in for replies, besides the webhook. */
async function openReplyReceivers(
  { takeReply, log, metrics }: FastifyInstance,
  { db }: Pick<AppOptions, 'db'>,
  { replies, repliesBy }: Pick<Config, 'replies' | 'repliesBy'>,
  onClose: Program['onClose'],
): Promise<void> {
  if (!takeReply || !replies) return;
  const { imapUrl, smtpPort } = repliesBy;
  if (imapUrl !== '') {
    const receiver = openImapReceiver(imapUrl, { db, takeReply }, log);
    measureMailbox(metrics, receiver.isConnected);
    onClose(() => receiver.close());
  }
  if (smtpPort === null) return;
  // A development dependency.
  const { openSmtpReceiver } = await import('../replies/smtpReceiver.ts');
  try {
    const receiver = await openSmtpReceiver({ port: smtpPort, address: replies.address }, takeReply, log);
    onClose(() => receiver.close());
  } catch (error) {
    throw listenError(error, '127.0.0.1', smtpPort, 'REPLY_SMTP_PORT');
  }
}

/** Builds the app and starts listening. Stops listening before anything else when the program ends. */
export async function openApp(
  options: AppOptions,
  config: Pick<Config, 'host' | 'port' | 'metricsPort' | 'metricsHost' | 'replies' | 'repliesBy'>,
  { onClose }: Program,
): Promise<FastifyInstance> {
  const { host, port } = config;
  const app = await buildApp(options);
  onClose(() => app.close());
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    throw listenError(error, host, port, 'PORT');
  }
  if (config.metricsPort > 0) await listenForMetrics(app, config, onClose);
  await openReplyReceivers(app, options, config, onClose);
  return app;
}
