import { type Person, people, savePeople, tokenOf } from '../support/server/people.ts';
import type { Asked } from './server/Server.ts';
import type { UserName, World } from './World.ts';

/** Makes a call of the API by hand, as this user. */
async function call(world: World, user: UserName, path: string, body: object): Promise<unknown> {
  const server = world.serverFor();
  if (!server) throw new Error('No server is there.');
  const asked: Asked = {
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${tokenOf(people[user], world.now())}`,
      'content-type': 'application/json',
    },
    body: Buffer.from(JSON.stringify(body)),
  };
  const answer = await world.during(server.handle(asked));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return (JSON.parse(answer.body.toString()) as { body: unknown }).body;
}

/** Fills the database, starts a server, and has everybody sign in. */
export async function prepare(world: World): Promise<void> {
  const names: UserName[] = ['client', 'otherClient', 'employee', 'admin'];
  await savePeople(
    world.db,
    names.map((name) => people[name] as Person),
    world.now(),
  );
  const server = world.startServer();
  await world.run(20_000, () => server.isReady);
  // To staff who are there: what clients write is then in an inbox.
  const isStaff = (name: UserName) => name === 'employee' || name === 'admin';
  const staff = world.devices.map((device) => world.ownerOf(device)).find(isStaff) ?? 'admin';
  for (const owner of ['client', 'otherClient'] as const) {
    const report = world.newReport(owner, world.text(owner, owner));
    const { jobId } = (await call(world, owner, '/jobs/report', report)) as { jobId: string };
    world.jobs.push({ jobId, owner });
    await call(world, 'admin', '/jobs/update', {
      evJobId: jobId,
      jobUpdateUser: people.admin.email,
      version: 1,
      assignedTo: people[staff].email,
    });
  }
  for (const device of world.devices) {
    device.local.set(`push:${people[world.ownerOf(device)].uid}`, 'on');
    world.reopen(device);
    await world.enter(device, world.ownerOf(device));
  }
}
