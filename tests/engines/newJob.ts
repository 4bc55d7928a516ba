import type { AppUser } from '../support/engines/appUser.ts';

/** Fills in everything a new job requires but its documents. */
export async function fillInJob(user: AppUser, project: string): Promise<void> {
  await user.fill('Project name', project);
  // A phone folds what comes later.
  await user.window.evaluate(() => {
    const folded = 'main form h2 > button[aria-expanded="false"]';
    for (const title of document.querySelectorAll<HTMLElement>(folded)) title.click();
  });
  await user.fill('Street address', `1 ${project} Street`);
  await user.fill('City', 'Boston');
  await user.fill('State', 'MA');
  await user.fill('Zip code', '02110');
  await user.choose('Property type', 'radio', 'Commercial');
  await user.choose('Request type', 'radio', 'Stamp');
  await user.choose('Stamp services', 'checkbox', 'Structural Review');
  await user.choose('Delivery method', 'radio', 'Digital copy');
}
