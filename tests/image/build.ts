import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectId } from '../support/server/people.ts';
import { type Account, runtime } from './account.ts';

const output = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
/** Debian's packages for `FROM`, in the release of this machine; systemd for the unit file. */
const packages = 'libstdc++6,ca-certificates,systemd,dbus';
const cached = join('node_modules', '.cache', 'image-base.tar');

function buildah(account: Account, ...args: string[]): Promise<string> {
  return account.run('buildah', 'build', '--layers', '--format', 'docker', '--runtime', runtime, ...args);
}

/** Builds what `node:24-slim` is: Debian, the Node of this process, npm and a user `node`; with the registry of this machine's npm. */
export async function buildBase(account: Account): Promise<void> {
  const folder = join(account.folder, 'base');
  await mkdir(folder);
  if (!existsSync(cached)) {
    const release = output('sh', '-c', '. /etc/os-release; echo "$VERSION_CODENAME"');
    await mkdir(join('node_modules', '.cache'), { recursive: true });
    const half = `${cached}.part`;
    execFileSync('mmdebstrap', [
      '--quiet',
      '--variant=minbase',
      `--include=${packages}`,
      '--format=tar',
      release,
      half,
    ]);
    await rename(half, cached);
  }
  await cp(cached, join(folder, 'base.tar'));
  await cp(process.execPath, join(folder, 'node'), { dereference: true });
  const npm = dirname(dirname(output('sh', '-c', 'realpath "$(command -v npm)"')));
  await cp(npm, join(folder, 'npm'), { recursive: true });
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  await (authorities ? cp(authorities, join(folder, 'ca.crt')) : writeFile(join(folder, 'ca.crt'), ''));
  const steps = [
    'FROM scratch',
    'ADD base.tar /',
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'COPY ca.crt /etc/ssl/machine.crt',
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home node',
    ...(authorities
      ? ['ENV NODE_EXTRA_CA_CERTS=/etc/ssl/machine.crt npm_config_cafile=/etc/ssl/machine.crt']
      : []),
    `ENV npm_config_registry=${output('npm', 'config', 'get', 'registry')}`,
  ];
  await writeFile(join(folder, 'Containerfile'), steps.join('\n'));
  account.give(folder);
  await buildah(account, '--tag', 'ev-node', folder);
}

/** Copies the files of the project that are under version control, or could be, and returns the folder. */
export async function copyProject(account: Account): Promise<string> {
  const folder = join(account.folder, 'project');
  await mkdir(folder);
  const list = 'git ls-files -z --cached --others --exclude-standard';
  execFileSync('sh', [
    '-c',
    `${list} | tar --create --null --files-from=- | tar --extract --directory "$0"`,
    folder,
  ]);
  account.give(folder);
  return folder;
}

/** Builds the image by the project's Containerfile, in which `change` may replace something. */
export async function buildImage(
  account: Account,
  project: string,
  tag: string,
  change: readonly [find: string, instead: string] = ['', ''],
): Promise<void> {
  const steps = await readFile(join('server', 'Containerfile'), 'utf8');
  if (!steps.includes(change[0])) throw new Error(`The Containerfile has no "${change[0]}".`);
  const file = join(account.folder, 'Containerfile');
  await writeFile(file, steps.replace(...change));
  const values = { NODE: 'localhost/ev-node', FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: 'any' };
  const args = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  await buildah(account, '--file', file, '--tag', tag, ...args, project);
}

/** Returns the size of an image in bytes. */
export async function sizeOf(account: Account, tag: string): Promise<number> {
  return Number(await account.run('podman', 'image', 'inspect', '--format', '{{.Size}}', tag));
}
