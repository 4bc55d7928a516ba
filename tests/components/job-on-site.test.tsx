import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

const jobId = 'job-57';
const shots = ['Rafters', 'Meter base', 'Ridge from the street'].map((name, n) => ({
  shotId: `shot-${n}`,
  service: 'EE',
  name,
  hint: n === 1 ? 'Cover open.' : '',
  example: null,
}));
const stored = { uploadedBy: 'clara@ev.test', uploadedByName: 'Clara C.', createdTimestamp: 1_767_000_000 };
const plan = {
  ...stored,
  key: 'own',
  link: '/attachments/own/roof.pdf',
  fileName: 'roof.pdf',
  communicationId: null,
  contentType: 'application/pdf',
  size: 900,
};
const photo = {
  ...plan,
  key: 'seen',
  link: '/attachments/seen/seen.zip',
  fileName: 'seen.zip',
  contentType: 'application/zip',
  shot: { shotId: 'shot-0', name: 'Rafters' },
};
const delivered = {
  ...{ key: 'd', file: { ...plan, key: 'stamped', fileName: 'stamped.pdf' }, revision: 1, supersedes: null },
  ...{ superseded: false, deliveryMode: 'DIGITAL_COPY', copiesNumber: null, carrier: '', trackingNumber: '' },
  ...{ note: '', addedBy: 'emil@ev.test', addedByName: 'Emil E.', createdTimestamp: 1_767_000_000 },
};

beforeAll(() => openApp('employee', '/messages'));
beforeEach(async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
});

/** Opens a job as the server would give it with these properties. */
async function openWith(more: object): Promise<void> {
  onTestFinished(answering(/^\/api\/checklists$/, async () => marked({ body: shots })));
  onTestFinished(
    answering(new RegExp(`^/api/jobs/${jobId}$`), async (_, send) => {
      const { body } = (await (await send()).json()) as { body: object };
      const jobEVService = [{ category: 'STAMP', evServices: ['EE'] }];
      return marked({ body: { ...body, jobEVService, assignedTo: '', status: 'IN_PROGRESS', ...more } });
    }),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.cancelQueries();
  queryClient.removeQueries({ queryKey: ['job', jobId] });
  queryClient.removeQueries({ queryKey: ['checklists'] });
  await goTo('/messages', 'Messages');
  await goTo(`/jobs/update/${jobId}`, 'Project 57');
}

/** Where an element ends, when nothing is scrolled. */
function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom + window.scrollY;
}

test('a phone shows five large buttons and the first missing photo without scrolling', async () => {
  await openWith({ attachments: [plan, photo] });
  const photos = page.getByRole('button', { name: 'Photos 1 of 3' });
  await expect.element(photos).toBeVisible();
  const five = [
    page.getByRole('link', { name: 'Directions' }),
    page.getByRole('link', { name: /^Call client/ }),
    photos,
    page.getByRole('link', { name: 'Plans' }),
    page.getByRole('button', { name: 'Open chat' }),
  ].map((one) => one.element().getBoundingClientRect());
  expect(new Set(five.map(({ top }) => top)).size).toBe(1);
  for (const { width, height } of five) {
    expect(width).toBeGreaterThanOrEqual(56);
    expect(height).toBeGreaterThanOrEqual(56);
  }
  const region = page.getByRole('region', { name: 'Photos' });
  const title = region.getByRole('heading', { name: 'Photos', exact: true });
  await expect.element(title).toBeVisible();
  expect(title.element().getBoundingClientRect().top).toBeLessThanOrEqual(500);
  const bar = page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect();
  const [first] = region.getByRole('listitem').elements();
  expect(first?.textContent).toContain('Meter base');
  expect(bottomOf(first as Element)).toBeLessThanOrEqual(bar.top);
  // What is there is folded, and a shot has one button.
  await expect.element(region.getByText('Rafters')).not.toBeVisible();
  expect(first?.querySelectorAll('button').length).toBeLessThanOrEqual(2);
  expect([...(first?.querySelectorAll('button') ?? [])].filter((one) => one.checkVisibility()).length).toBe(
    1,
  );
  await findsNoBarrier();
});

test('a shot that is answered keeps its place while its job is open, and is folded the next time', async () => {
  await openWith({ attachments: [plan, photo] });
  const region = page.getByRole('region', { name: 'Photos' });
  await expect.element(region.getByText('Meter base')).toBeVisible();
  const meter = { ...photo, key: 'meter', link: '/attachments/meter/meter.zip', fileName: 'meter.zip' };
  const answered = { ...meter, shot: { shotId: 'shot-1', name: 'Meter base' } };
  const more = { attachments: [plan, photo, answered] };
  const stop = answering(new RegExp(`^/api/jobs/${jobId}$`), async (_, send) => {
    const { body } = (await (await send()).json()) as { body: object };
    return marked({ body: { ...body, ...more } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries({ queryKey: ['job', jobId] });
  await expect.poll(() => region.element().textContent).toContain('2 of 3 photos');
  const names = () => [...region.element().querySelectorAll('li')].filter((row) => row.checkVisibility());
  const texts = () =>
    names().flatMap(({ textContent }) => /Rafters|Meter|Ridge/.exec(textContent ?? '') ?? []);
  expect(texts()).toEqual(['Meter', 'Ridge']);
  stop();
  await openWith(more);
  await expect.poll(texts).toEqual(['Ridge']);
});

test('nothing of the head moves on a phone when the code of the rest comes', async () => {
  const seen = new Set<string>();
  const watch = new MutationObserver(() => {
    const [name] = document.querySelectorAll('h1');
    const chat = document.querySelector('button[aria-label="Open chat"]');
    if (!chat || !name?.textContent?.startsWith('Project 57')) return;
    const { left, top } = chat.getBoundingClientRect();
    seen.add(`${left} ${top}`);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  await openWith({ attachments: [plan] });
  await expect.element(page.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Plans' })).toBeVisible();
  expect([...seen]).toHaveLength(1);
});

test('what is read at a desk is folded on a phone, and opens by its title', async () => {
  await openWith({ attachments: [plan] });
  const title = page.getByRole('button', { name: 'Details' });
  await expect.element(title).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('Property type')).not.toBeVisible();
  await title.click();
  await expect.element(page.getByText('Property type')).toBeVisible();
  await findsNoBarrier();
  await page.viewport(1280, 800);
  await expect.element(page.getByText('Assignee', { exact: true }).first()).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
});

test('Plans opens what was delivered, or else what the client sent; without any it says so', async () => {
  const plans = () => page.getByRole('link', { name: 'Plans' });
  await openWith({ attachments: [plan], deliverables: [delivered] });
  await expect.element(plans()).toHaveAttribute('href', `/plans/${jobId}/stamped`);
  await openWith({ attachments: [plan], deliverables: [{ ...delivered, superseded: true }] });
  await expect.element(plans()).toHaveAttribute('href', `/plans/${jobId}/own`);
  await openWith({ attachments: [] });
  await expect.element(page.getByRole('button', { name: 'Plans' })).toHaveAttribute('aria-disabled', 'true');
});

test('the arrow leads back to where the job was opened', async () => {
  await openWith({ attachments: [] });
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await sees('Messages');
});

test('a job that nobody has is taken by one tap beside “Unassigned”, at a desk as well', async () => {
  for (const width of [390, 1280]) {
    await page.viewport(width, 844);
    await openWith({ attachments: [] });
    const take = page.getByRole('button', { name: 'Assign to me' });
    await expect.element(take).toBeVisible();
    const head = document.querySelector('main header:has(h1)');
    expect(head?.contains(take.element())).toBe(true);
    expect(head?.textContent).toMatch(/Unassigned\s*Assign to me/);
  }
});

test('the head of a job has two lines at a desk, and its menu the way there and a call', async () => {
  await page.viewport(1280, 800);
  await openWith({ attachments: [] });
  const head = document.querySelector('main header:has(h1)') as Element;
  const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
  const chat = page.getByRole('button', { name: 'Open chat' }).element().getBoundingClientRect();
  await expect.element(page.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  expect(chat.left).toBeGreaterThan(title.right - 1);
  expect(head.getBoundingClientRect().height).toBeLessThanOrEqual(100);
  expect(page.getByRole('link', { name: 'Directions' }).elements()).toEqual([]);
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await expect.element(page.getByRole('link', { name: 'Directions' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Call client/ })).toBeVisible();
  const facts = [...document.querySelectorAll('main')].map(({ textContent }) => textContent ?? '').join('');
  expect(facts.split('57 Main Street').length - 1).toBe(1);
  expect(facts.split('Unassigned').length - 1).toBeLessThanOrEqual(2);
});

test('the screen stays on while a plan is shown, and no longer', async () => {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const held = () => locks.filter(({ released }) => !released).length;
  const request = vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock as unknown as WakeLockSentinel;
  });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => {
    request.mockRestore();
    visibility.mockRestore();
  });
  const become = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  onTestFinished(await openPlanOf(new TextEncoder().encode('%PDF-1.4\n%%EOF\n')));
  await expect.poll(held).toBe(1);
  become('hidden');
  await expect.poll(held).toBe(0);
  become('visible');
  await expect.poll(held).toBe(1);
  await goTo('/messages', 'Messages');
  await expect.poll(held).toBe(0);
  become('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a delivered sheet is handed to another app, and downloaded where that fails', async () => {
  onTestFinished(
    answering(/\/api\/attachments\/stamped\//, async () => {
      const response = marked({});
      return new Response('%PDF-1.4', {
        headers: { ...Object.fromEntries(response.headers), 'content-type': 'application/pdf' },
      });
    }),
  );
  const file = { ...delivered.file, size: 8 };
  const shared: string[] = [];
  const canShare = vi.fn(() => true);
  let failure: Error | null = null;
  Object.assign(navigator, {
    canShare,
    share: async ({ files }: ShareData) => {
      if (failure) throw failure;
      shared.push(...(files ?? []).map(({ name, type }) => `${name} ${type}`));
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
  await openWith({ attachments: [], deliverables: [{ ...delivered, file }] });
  const button = page.getByRole('button', { name: 'Share stamped.pdf' });
  await button.click();
  await expect.poll(() => shared).toEqual(['stamped.pdf application/pdf']);
  failure = new DOMException('late', 'NotAllowedError');
  await button.click();
  await expect.element(page.getByText('stamped.pdf is ready to share.')).toBeVisible();
  failure = null;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => shared.length).toBe(2);
  failure = new DOMException('none', 'DataError');
  const downloaded = Promise.withResolvers<string>();
  const stop = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[download]');
    if (!link) return;
    event.preventDefault();
    downloaded.resolve(link.getAttribute('download') ?? '');
  };
  document.addEventListener('click', stop);
  onTestFinished(() => document.removeEventListener('click', stop));
  await button.click();
  expect(await downloaded.promise).toBe('stamped.pdf');
});

test('the row of a shot says when and where its photo was taken, and leads to a map', async () => {
  const place = { latitude: 42.3601, longitude: -71.0589 };
  const taken = '2026-11-27T16:20:05-05:00';
  await openWith({ attachments: [plan, { ...photo, taken, place }] });
  await page.getByText('1 shot with photos').click();
  const row = page.getByRole('listitem').filter({ hasText: 'Rafters' }).first();
  await expect.element(row.getByText('11/27/26, 4:20 PM')).toBeVisible();
  const link = row.getByRole('link', { name: '42.36010, -71.05890 on a map' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('query=42.3601,-71.0589'));
  await findsNoBarrier();
});
