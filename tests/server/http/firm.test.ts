import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onOneDatabase } from '../../support/server/server.ts';

const firm = { name: 'Baker & Vance, P.E.', address: '12 Pier Road\nTampa, FL 33601', color: '#14532d' };

onOneDatabase('the firm’s details', (start) => {
  const letterhead = { ...firm, logo: null, needsPhotoData: false };

  test('anybody reads what is on the firm’s letterhead, and nothing else that an admin sets up', async () => {
    const server = await start();
    const read = async () => (await server.call('firm', { as: null })).answer;
    expect(await read()).toEqual({ name: '', address: '', color: '', logo: null, needsPhotoData: false });
    const { answer } = await server.call('saveFirm', { as: 'admin', body: firm });
    expect(answer).toEqual(letterhead);
    expect(await read()).toEqual(letterhead);
    const settings = (await server.call('firmSettings', { as: 'admin' })).answer;
    expect(settings.firm).toEqual(letterhead);
  });

  test('a second save replaces the first, and what changed is in the activity', async () => {
    const server = await start();
    await server.call('saveFirm', { as: 'admin', body: { ...firm, name: 'Baker' } });
    await server.call('saveFirm', { as: 'admin', body: { ...firm, name: 'Vance' } });
    await server.call('saveFirm', { as: 'admin', body: { ...firm, name: 'Vance' } });
    const { items } = (await server.call('audit', { as: 'admin', body: { action: 'change-firm' } })).answer;
    expect(items[0]?.changes).toEqual([{ field: 'name', from: 'Baker', to: 'Vance' }]);
    expect(items).toHaveLength(2);
  });

  test('a missing name, a color that is none, and a color too light for white text are refused with their reason', async () => {
    const server = await start();
    const messageFor = async (change: object) => {
      const reply = await server.call('saveFirm', { as: 'admin', body: { ...firm, ...change } });
      return [reply.code, reply.failure?.errorMessage];
    };
    expect(await messageFor({ name: ' ' })).toEqual(['invalid', 'Name is a required field']);
    expect(await messageFor({ name: 'n'.repeat(61) })).toEqual([
      'invalid',
      'Name must be 60 characters or fewer',
    ]);
    expect(await messageFor({ color: 'green' })).toEqual([
      'invalid',
      'Color must be # and six of 0–9 and a–f, such as #15307c',
    ]);
    expect(await messageFor({ color: '#77BB77' })).toEqual([
      'invalid',
      'Color must be darker: white text on it has a contrast of 2.3 to 1, and needs 7 to 1 to be readable',
    ]);
  });

  test('emails have the firm’s name at their head, are signed with its address, and use its color', async () => {
    const server = await start();
    await server.call('saveFirm', { as: 'admin', body: firm });
    await server.call('testEmail', { as: 'admin', body: {} });
    const [email] = server.emails;
    expect(email?.text).toContain(`\n\n${firm.name}\n${firm.address}\n`);
    expect(email?.text).not.toContain('The EV Jobs team');
    expect(email?.html).toContain('Baker &#38; Vance, P.E.</p>');
    expect(email?.html).toContain('background:#14532d;color:#ffffff');
    // By night, on a dark sheet, the color is lighter.
    const [, night = ''] = /\.link\{color:(#\w+)!important\}/.exec(email?.html ?? '') ?? [];
    expect(night).toMatch(/^#[0-9a-f]{6}$/);
    expect(night).not.toBe(firm.color);
  });

  test('the manifest has the firm’s name and color once they are saved, and is the built one before', async () => {
    const appDir = await mkdtemp(join(tmpdir(), 'ev-firm-'));
    onTestFinished(() => rm(appDir, { recursive: true, force: true }));
    const built = { id: '/', name: 'EV Jobs', short_name: 'EV Jobs', theme_color: '#15307c', icons: [] };
    await writeFile(join(appDir, 'manifest.webmanifest'), JSON.stringify(built));
    const server = await start({ appDir });
    const manifest = () => server.app.inject({ method: 'GET', url: '/manifest.webmanifest' });
    await server.db.query('delete from firm');
    expect((await manifest()).json()).toEqual(built);
    await server.call('saveFirm', { as: 'admin', body: firm });
    const served = await manifest();
    expect(served.json()).toEqual({
      ...built,
      name: firm.name,
      short_name: firm.name,
      theme_color: firm.color,
    });
    expect(served.headers).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      'cache-control': 'no-cache',
    });
    await server.call('saveFirm', { as: 'admin', body: { ...firm, color: '' } });
    expect((await manifest()).json()).toMatchObject({ name: firm.name, theme_color: built.theme_color });
  });
});
