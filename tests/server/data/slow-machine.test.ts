import { expect, it } from 'vitest';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a slow machine', (start) => {
  // The framework's own limit of ten seconds for each plugin ended the start there.
  it('has as long as it needs for each part of the start', async () => {
    const { app } = await start();
    expect(app.initialConfig.pluginTimeout).toBe(0);
  });
});
