import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { expectLargeTextFits } from '../support/largeText.ts';
import { test } from '../support/product.ts';
import { adminScreens, clientScreens, publicScreens, staffScreens } from '../support/screens.ts';

const everybody = [
  { type: 'nobody', email: '', screens: publicScreens },
  { type: 'client', email: 'client@ev.test', screens: clientScreens },
  { type: 'employee', email: 'employee@ev.test', screens: staffScreens },
  { type: 'administrator', email: 'admin@ev.test', screens: adminScreens },
];
/** Daily, the screens with the least room. */
const narrow = [
  '/auth/signin',
  '/jobs/listing/all, filters open',
  '/jobs/update/{jobId}, chat open',
  '/jobs/update/{jobId}, a reason for its hold asked',
  '/messages',
];

test.setTimeout(900_000);

for (const { type, email, screens } of everybody) {
  const shown = isAll ? screens : screens.filter(({ name }) => type !== 'employee' && narrow.includes(name));
  if (shown.length === 0) continue;
  test(`with text twice as large, the ${type} finds no text cut`, async ({ newPerson }) => {
    const person = await newPerson(type);
    if (email) await person.signIn(email, seedPassword);
    for (const screen of shown) {
      await test.step(screen.name, async () => {
        await screen.open(person);
        await expectLargeTextFits(person, `${type} ${screen.name}`);
      });
    }
  });
}
