import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { isDiskFull } from '../files/freeSpace.ts';
import { isLoopbackHost } from '../http/ownHost.ts';
import { type AccountState, accountWriter, restoreAccounts } from './accountFile.ts';

/**
 * Runs the official Auth emulator in a thread of the server, so that it ends with the server in every case and frees its port. Uses
 * its app without its command line, which saves accounts only on a clean stop.
 */
export type EmulatorOrder = {
  projectId: string;
  port: number;
  accountsFile: string;
  /** Bytes that must be free on its disk for an account to be created or changed. */
  leastFree?: number;
};
export type EmulatorEvent = { kind: 'ready' } | { kind: 'failed'; code: string; message: string };

type EmulatorApp = (
  project: string,
  mode: number,
  states: Map<string, AccountState>,
) => Promise<RequestListener>;

const order = workerData as EmulatorOrder;

function post(event: EmulatorEvent): void {
  parentPort?.postMessage(event);
}

/** Changes of accounts; a sign-in changes nothing that must not be lost. */
const changes = /accounts:(signUp|update|delete|resetPassword|sendOobCode)|\/accounts$/;

/**
 * Saves the accounts before the response leaves. On a disk that has become full, what was saved before stays, and the next save tries
 * again.
 */
function savedBefore(response: ServerResponse, save: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((...args: unknown[]) => {
    try {
      save();
    } catch (error) {
      if (!isDiskFull(dirname(order.accountsFile), order.leastFree)) throw error;
    }
    return writeHead(...args);
  }) as ServerResponse['writeHead'];
}

/**
 * Paths of the emulator that nobody uses here. Most of its start time goes into compiling a validator for each parameter of each
 * path, including nine parameters common to all Google APIs (such as `prettyPrint`).
 */
const unused = new RegExp(
  [
    ...['tenants', 'saml', 'idp', 'mfa', 'passkey', 'phone', 'verificationCode', 'gameCenter', 'iosClient'],
    ...['createAuthUri', 'customToken', 'emailLink', 'batchGet'],
    ...[
      'sessionCookie',
      'recaptchaParams',
      'revokeToken',
      'query',
      'batchCreate',
      'batchDelete',
      'initializeAuth',
    ],
    'projects$',
  ].join('|'),
  'i',
);

type Operation = { responses?: Record<string, { content?: Record<string, { schema?: unknown }> }> };
type PathItem = Record<string, Operation> & { parameters?: unknown };

/** The responses stay unchecked: they are the emulator's own, and half of its validators. */
function leaveOutResponseSchemas(item: PathItem): void {
  for (const { responses = {} } of Object.values<Operation>(item)) {
    for (const { content = {} } of Object.values(responses)) {
      for (const mediaType of Object.values(content)) delete mediaType.schema;
    }
  }
}

function leaveOutUnused(paths: Record<string, PathItem>): void {
  for (const [path, item] of Object.entries(paths)) {
    if (unused.test(path)) delete paths[path];
    else if (!path.startsWith('/emulator/')) delete item.parameters;
    leaveOutResponseSchemas(item);
  }
}

async function run(): Promise<void> {
  const require = createRequire(import.meta.url);
  const { default: spec } = require('firebase-tools/lib/emulator/auth/apiSpec.js') as {
    default: { paths: Record<string, PathItem> };
  };
  leaveOutUnused(spec.paths);
  const { createApp } = require('firebase-tools/lib/emulator/auth/server.js') as { createApp: EmulatorApp };
  const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state.js') as {
    AgentProjectState: new (projectId: string) => AccountState;
  };
  const state = new AgentProjectState(order.projectId);
  restoreAccounts(state, order.accountsFile);
  const save = accountWriter(state, order.accountsFile);
  const app = await createApp(order.projectId, 0, new Map([[order.projectId, state]]));
  const server = createServer((request, response) => {
    // A page of another origin, or one reached by DNS rebinding, could read everyone's codes.
    if (request.headers.origin !== undefined || !isLoopbackHost(request.headers.host)) {
      response.writeHead(403).end();
      return;
    }
    // Not parsed: what is no address, such as `//`, would end the thread, and the product with it.
    const [path = ''] = (request.url ?? '').split('?');
    if (changes.test(path) && isDiskFull(dirname(order.accountsFile), order.leastFree)) {
      response.writeHead(507, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 507, message: 'INSUFFICIENT_STORAGE' } }));
      return;
    }
    savedBefore(response, save);
    app(request, response);
  });
  server.on('error', failed);
  server.listen(order.port, '127.0.0.1', () => post({ kind: 'ready' }));
}

function failed(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  post({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
}

run().catch(failed);
