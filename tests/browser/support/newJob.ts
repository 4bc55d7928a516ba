import { samples } from '../../support/files/sampleFiles.ts';
import type { Person } from './person.ts';

/** The two documents of a new job. */
export const files = [samples.pdf, samples.png].map(({ name, type = '', bytes }) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(bytes),
}));

/** The label of the button that sends a new job; while offline it says that the job is saved. */
export const sendJob = /^(Submit job|Try again|Send later)$/;

type Typed = { project: string; street: string; note: string };

export async function fillIn(client: Person, { project, street, note }: Typed): Promise<void> {
  await client.fill('Project name', project);
  await client.fill('Street address', street);
  await client.fill('City', 'Boston');
  await client.fill('State', 'MA');
  await client.fill('Zip code', '02110-1234');
  await client.choose('Property type', 'Commercial');
  await client.choose('Request type', 'Stamp');
  await client.tick('Stamp services', 'Structural Review');
  await client.tick('Stamp services', 'Fault Study');
  await client.choose('Delivery method', 'Wet stamps');
  await client.fill('Number of copies', '3');
  await client.page.getByLabel('Same as property address').check();
  await client.choose('Delivery speed', 'Overnight');
  await client.field('Files').setInputFiles(files);
  await client.fill('Reference links', 'https://maps.test/77');
  await client.fill('Note to EV', note);
}
