import { expect } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import type { AnswerKind } from '../../support/network/answers.ts';
import { signInWithWorker, test } from '../support/onBadLine.ts';
import { Office, password } from '../support/outbox/office.ts';

const beforeRelease = isAll ? test : test.skip;

/** Responses of a network that answers everything itself; during the last ones the app is opened again. */
const lies: readonly [status: number, answer: AnswerKind, isOpenedAnew?: boolean][] = [
  [401, 'foreign text'],
  [403, 'foreign JSON'],
  [400, 'foreign JSON'],
  [200, 'foreign HTML'],
  [404, 'foreign HTML', true],
  [401, 'foreign JSON', true],
  [200, 'foreign JSON', true],
  [503, 'foreign text', true],
];

const notArrived = /Waiting to send|Sending|Checking if it was sent/;

beforeRelease(
  'a network that answers everything itself for a while stops nothing: messages arrive once and in order',
  async ({ newPerson, line, product }) => {
    const office = await Office.open(product.url);
    const job = await office.newJob('Lying network', 1);
    const employee = await newPerson('employee');
    const { page } = employee;
    await signInWithWorker(employee, 'employee@ev.test', password);
    await employee.goTo(`/jobs/update/${job.jobId}`, job.project);
    await employee.press('Open chat');
    await expect(employee.bubble('Question 1')).toBeVisible();
    await employee.waitsUntilStill();
    await page.keyboard.press('Escape');

    const words = ([status, answer]: (typeof lies)[number]) => `Written at ${status}, ${answer}`;
    for (const lie of lies) {
      const [status, answer, isOpenedAnew = false] = lie;
      await test.step(words(lie), async () => {
        line.plan = () => ({ kind: 'foreign answer', answer, status });
        if (lie === lies[0]) {
          await employee.putsOnHold('Waiting for photos.');
          await expect(page.getByText(/^Saved in your outbox\./)).toBeVisible();
          await employee.press('Open chat');
        }
        if (isOpenedAnew) await page.reload();
        await expect(employee.bubble('Question 1')).toBeVisible();
        await page.getByPlaceholder('Type your message…').fill(words(lie));
        await employee.press('Send');
        await expect(employee.bubble(words(lie))).toContainText(notArrived);
        await expect(
          page.getByText(/Not sent(?! yet)|Sign in (again )?to send|\d (items? )?not sent/),
        ).toHaveCount(0);
        expect(new URL(page.url()).pathname).toBe(`/jobs/update/${job.jobId}`);
      });
    }

    await test.step('the outbox says what can be done about it', async () => {
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /Open outbox/ })
        .first()
        .click();
      await expect(
        page
          .getByText('Can’t connect to EV Jobs. If this network has a sign-in page, open it in your browser.')
          .first(),
      ).toBeVisible();
    });

    line.plan = () => null;
    const arrived = async () => {
      const written = (await office.conversation(job.jobId)).map(({ content }) => content);
      return written.filter((content) => content.startsWith('Written'));
    };
    await expect.poll(arrived, { timeout: 180_000 }).toEqual(lies.map(words));
    await expect(page.getByText('Your outbox is empty')).toBeVisible({ timeout: 90_000 });
    await page.reload();
    await employee.sees(job.project);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await arrived()).toEqual(lies.map(words));
  },
);
