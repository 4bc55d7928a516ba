import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { purgeKeys } from '../../../src/session/purge.ts';
import { choosePhotoSize } from '../../../src/ui/files/photoSize.ts';
import { doesEnterSend, switchEnterSends } from '../../../src/ui/form/sendKeys.ts';
import { areShortcutsOn, switchShortcuts } from '../../../src/ui/shortcuts.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', memoryStorage(stored));
});
afterEach(() => vi.unstubAllGlobals());

test('the preferences of a device outlive a sign-out and a sign-in', () => {
  switchEnterSends(true);
  switchShortcuts(false);
  choosePhotoSize('original');
  const chosen = new Map(stored);
  stored.set('profile:u-1', '{}');
  purgeKeys('localStorage');
  expect(stored).toEqual(chosen);
  expect([doesEnterSend(), areShortcutsOn(), chosen.size]).toEqual([true, false, 3]);
});
