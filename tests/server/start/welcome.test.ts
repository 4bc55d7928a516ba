import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../../../server/app.ts';
import { seed, seedProgress } from '../../../server/seed/seed.ts';
import { emulatorProjectId } from '../../../server/settings/config.ts';
import { welcome } from '../../../server/start/welcome.ts';
import { newDatabase } from '../../support/database/databases.ts';

const identity = { kind: 'emulator', projectId: emulatorProjectId, port: 9199 } as const;
const unset = { port: 8123, identity, adminEmail: '' };
const set = { ...unset, adminEmail: 'noor@haddad.test' };

describe('what is printed once the product is ready', () => {
  it('promises a first admin of an empty product only to whom ADMIN_EMAIL names', () => {
    expect(welcome(set, false, true)).toContain(
      'The first admin is whoever signs up with the address in ADMIN_EMAIL.',
    );
    expect(welcome(unset, false, true)).not.toContain('The first admin is');
    expect(welcome(unset, false, true)).toContain('set ADMIN_EMAIL to your email address');
  });

  it('names the demo accounts where there are any, and how to start empty', () => {
    expect(welcome(unset, true, false)).toContain('  employee@ev.test\n');
    expect(welcome(unset, true, false)).not.toContain('ADMIN_EMAIL');
    expect(welcome(set, true, true)).toContain('delete its data folder to start empty');
    expect(welcome(set, false, true)).not.toContain('@ev.test');
  });
});

it('a first start with --empty adds no demo data, nor does a later one without it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-empty-'));
  const { db, end } = await newDatabase('postgres');
  try {
    const file = join(folder, 'seed.json');
    // Whatever adds demo data needs more of the server than its database.
    const options = { emulator: {}, db } as AppOptions;
    expect(await seed(options, file, () => undefined, false)).toBe(false);
    expect((await seedProgress(file))?.state).toBe('unwanted');
    expect(await seed(options, file, () => undefined, true)).toBe(false);
  } finally {
    await end();
    await rm(folder, { recursive: true });
  }
});
