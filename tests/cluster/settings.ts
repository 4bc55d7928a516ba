import { adminEmail } from '../support/network/outsider.ts';
import {
  addressOf,
  appHosts,
  databaseHosts,
  type HostName,
  outsideAddress,
  outsideAddressOf,
} from './hosts.ts';

/** The settings of every program, as a firm would write them; `server/README.md` names those that matter. */
export const ports = {
  postgres: 5432,
  patroni: 8008,
  etcd: 2379,
  etcdPeers: 2380,
  pgbouncer: 6432,
  server: 8081,
  app: 8080,
  store: 9000,
  front: 18080,
};
export const password = 'drill';
export const database = 'postgres';

/** A failover begins when the primary has not renewed its lease for `ttl` seconds; Patroni wants ttl ≥ loop_wait + 2 × retry_timeout. */
const lease = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

export function etcdCommand(host: HostName, folder: string): string[] {
  const of = (port: number) => `http://${addressOf(host)}:${port}`;
  const members = databaseHosts.map((member) => `${member}=http://${addressOf(member)}:${ports.etcdPeers}`);
  return [
    ...['etcd', '--name', host, '--data-dir', `${folder}/etcd-${host}`],
    ...['--listen-client-urls', of(ports.etcd), '--advertise-client-urls', of(ports.etcd)],
    ...['--listen-peer-urls', of(ports.etcdPeers), '--initial-advertise-peer-urls', of(ports.etcdPeers)],
    ...['--initial-cluster', members.join(','), '--initial-cluster-state', 'new'],
  ];
}

/** Whether each host of the database has a watchdog (`watchdog.ts`). */
export const hasWatchdog = process.env.WATCHDOG === '1';
export const watchdogOf = (host: HostName, folder: string) => `${folder}/watchdog-${host}`;

/** Returns Patroni’s settings in JSON, which is YAML. */
export function patroniSettings(host: HostName, folder: string, programs: string): string {
  const at = (port: number) => `${addressOf(host)}:${port}`;
  const user = (username: string) => ({ username, password });
  return JSON.stringify({
    scope: 'jobs',
    name: host,
    restapi: { listen: at(ports.patroni), connect_address: at(ports.patroni) },
    etcd3: { hosts: databaseHosts.map((member) => `${addressOf(member)}:${ports.etcd}`).join(',') },
    watchdog: hasWatchdog
      ? { mode: 'required', driver: 'testing', device: watchdogOf(host, folder) }
      : { mode: 'off' },
    bootstrap: {
      dcs: {
        ...lease,
        synchronous_mode: true,
        synchronous_node_count: 1,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 10.77.0.0/24 scram-sha-256',
        'host all all 10.77.0.0/24 scram-sha-256',
      ],
    },
    postgresql: {
      listen: at(ports.postgres),
      connect_address: at(ports.postgres),
      data_dir: `${folder}/postgres-${host}`,
      bin_dir: programs,
      pgpass: `${folder}/pgpass-${host}`,
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
      // A standby that is made anew would otherwise wait minutes for the next checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      parameters: { unix_socket_directories: '', dynamic_shared_memory_type: 'mmap' },
    },
  });
}

const proxyDefaults = `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
`;

/** Returns the settings of the HAProxy beside a server of ours: leads to the primary, by Patroni’s word, and cuts what led elsewhere. */
export function databaseProxySettings(host: HostName): string {
  const servers = databaseHosts.map(
    (member) => `  server ${member} ${addressOf(member)}:${ports.postgres} check port ${ports.patroni}`,
  );
  return `${proxyDefaults}
listen database
  bind 127.0.0.1:${ports.postgres}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
listen app
  bind ${outsideAddressOf(host)}:${ports.app}
  server here 127.0.0.1:${ports.server}
`;
}

/** Returns the port of the HAProxy in front that leads to one server only, whether it is ready or not. */
export const portOf = (host: HostName) => ports.front + 1 + appHosts.indexOf(host);

/** Returns the settings of the HAProxy in front of our servers, which also leads them to the store. */
export function frontSettings(storePort: number): string {
  const server = (host: HostName) => `  server ${host} ${outsideAddressOf(host)}:${ports.app}`;
  const alone = appHosts.map((host) => `listen ${host}\n  bind 127.0.0.1:${portOf(host)}\n${server(host)}\n`);
  return `${proxyDefaults}
listen app
  bind 127.0.0.1:${ports.front}
  mode http
  option httpchk
  http-check send meth GET uri /api/readyz hdr Host 127.0.0.1
  default-server inter 2s fall 2 rise 1
  option redispatch
${appHosts.map((host) => `${server(host)} check`).join('\n')}
${alone.join('')}listen store
  bind ${outsideAddress}:${ports.store}
  server here 127.0.0.1:${storePort}
`;
}

/** Returns PgBouncer’s settings. While there is no primary, it asks for a connection every second, not every 15. */
export function poolerSettings(users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${ports.postgres} connect_query='set statement_timeout = 15000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout
server_login_retry = 1
server_connect_timeout = 5
`;
}

export function serverEnvironment(folder: string): Record<string, string> {
  const at = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.server),
    DATA_DIR: folder,
    ADMIN_EMAIL: adminEmail,
    DATABASE_URL: at(ports.pgbouncer),
    DATABASE_LISTEN_URL: at(ports.postgres),
    FILES_URL: `s3://ev-files?endpoint=http://${outsideAddress}:${ports.store}`,
  };
}
