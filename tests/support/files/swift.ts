import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { otherUser } from '../database/postgres.ts';
import { freePort } from '../server/stack.ts';
import type { RunningS3 } from './s3.ts';

/** Of its test users; a name with a colon, as Swift wants it. */
export const swiftEnvironment = { AWS_ACCESS_KEY_ID: 'ev:jobs', AWS_SECRET_ACCESS_KEY: 'testing' };

const kinds = ['account', 'container', 'object'] as const;
const startSeconds = 60;

/** Returns a sentence unless OpenStack Swift is installed, which speaks S3 too. */
export function withoutSwift(): string {
  const programs = ['swift-proxy-server', ...kinds.map((kind) => `swift-${kind}-server`), 'memcached'];
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  return missing.length === 0 ? '' : `Not installed: ${missing.join(', ')}.`;
}

/** Saves where each kind of thing is stored: on one server, once. */
const ringProgram = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for kind, port in zip(${JSON.stringify(kinds)}, ports):
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port),
                  'replication_ip': '127.0.0.1', 'replication_port': int(port), 'device': 'disk', 'meta': ''})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{kind}.ring.gz')
`;

type Ports = Record<'proxy' | 'memcached' | (typeof kinds)[number], number>;

/** Returns the settings of one of its servers. Updates of listings are waited for: nothing would repeat them. */
function settings(
  kind: (typeof kinds)[number] | 'proxy',
  folder: string,
  ports: Ports,
  user: string,
): string {
  const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[kind]}
swift_dir = ${folder}
devices = ${folder}
mount_check = false
workers = 0
user = ${user}
container_update_timeout = 60
`;
  if (kind !== 'proxy')
    return `${common}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
  const [account = '', name = ''] = swiftEnvironment.AWS_ACCESS_KEY_ID.split(':');
  return `${common}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${name} = ${swiftEnvironment.AWS_SECRET_ACCESS_KEY} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}

/** Starts OpenStack Swift with its S3 interface on free ports, with one copy of everything, and one bucket. */
export async function startSwift(bucket: string): Promise<RunningS3> {
  const user = otherUser();
  const folder = await mkdtemp('/tmp/ev-swift-');
  const ports: Ports = {
    proxy: await freePort(),
    memcached: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  await mkdir(join(folder, 'disk'));
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = tests\n');
  const name = user ? 'nobody' : (process.env.USER ?? '');
  for (const kind of [...kinds, 'proxy'] as const)
    await writeFile(join(folder, `${kind}.conf`), settings(kind, folder, ports, name));
  await promisify(execFile)('/usr/bin/python3', [
    '-c',
    ringProgram,
    folder,
    ...kinds.map((kind) => String(ports[kind])),
  ]);
  if (user) for (const path of [folder, join(folder, 'disk')]) await chown(path, user.uid, user.gid);

  // One shell for all, which ends them once this process has ended, and its input with it. They leave its process group.
  const commands = [
    `memcached -l 127.0.0.1 -p ${ports.memcached}`,
    ...[...kinds, 'proxy'].map((kind) => `swift-${kind}-server ${join(folder, `${kind}.conf`)} -v`),
  ];
  const script = `
    for command in ${commands.map((command) => `'${command}'`).join(' ')}; do
      $command >>log 2>&1 </dev/null &
      all="$all $!"
    done
    cat >/dev/null
    kill -KILL $all
    rm -rf ${folder}/*`;
  const shell = spawn('sh', ['-c', script], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const closed = once(shell, 'close');
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: swiftEnvironment.AWS_ACCESS_KEY_ID,
      secretAccessKey: swiftEnvironment.AWS_SECRET_ACCESS_KEY,
    },
  });
  async function stop(): Promise<void> {
    client.destroy();
    shell.stdin.end();
    await closed;
    await rm(folder, { recursive: true, force: true });
  }
  for (const end = Date.now() + startSeconds * 1000; ; await sleep(100)) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      break;
    } catch (error) {
      if (Date.now() < end) continue;
      const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
      await stop();
      throw new Error(`Swift did not start.\n${log.slice(-5000)}`, { cause: error });
    }
  }
  return {
    endpoint,
    stop,
    async names(beginning) {
      const names: string[] = [];
      let from: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: beginning, ContinuationToken: from }),
        );
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
        from = page.NextContinuationToken;
      } while (from !== undefined);
      return names;
    },
  };
}
