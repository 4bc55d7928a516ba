import { test } from 'vitest';
import { openApp, sees } from './support/openApp.ts';

test('where the databases of a browser never answer, the sign-in is shown in the end', async () => {
  const { open } = IDBFactory.prototype;
  const never = { set: () => undefined };
  IDBFactory.prototype.open = function (this: IDBFactory) {
    return Object.defineProperties(open.call(this, 'unanswered'), {
      onsuccess: never,
      onerror: never,
      onblocked: never,
      onupgradeneeded: never,
      addEventListener: { value: () => undefined },
    });
  };
  await openApp(null, '/');
  await sees('Sign in');
});
