import { describe, expect, test } from 'vitest';
import { addressLine, addressLines } from '../../../src/contract/address/addressText.ts';
import {
  firstService,
  serviceEntryText,
  servicesCodes,
  servicesText,
} from '../../../src/contract/jobs/servicesText.ts';
import { captionParts } from '../../../src/format/caption.ts';
import { linkParts } from '../../../src/format/links.ts';
import { randomId } from '../../../src/format/randomId.ts';

const home = { streetName: '12 Main St', city: 'Springfield', state: 'IL', zipcode: '62701' };

test('an address is written on one line or on two', () => {
  expect(addressLine(home)).toBe('12 Main St, Springfield, IL 62701');
  expect(addressLines(home)).toEqual(['12 Main St', 'Springfield, IL 62701']);
  expect(addressLine({ ...home, city: '', zipcode: '' })).toBe('12 Main St, IL');
});

test('services are listed by group with their full names', () => {
  const entries = [
    { category: 'STAMP', evServices: ['EE', 'SE'] },
    { category: 'RE_STAMP', evServices: ['EE'] },
  ] as const;
  expect(serviceEntryText(entries[0])).toBe('Stamp: Electrical Review, Structural Review');
  expect(servicesText(entries)).toBe(
    'Stamp: Electrical Review, Structural Review; Re-stamp: Electrical Review',
  );
  expect(firstService(entries)).toEqual(['Electrical Review', '+1']);
  expect(firstService([entries[1]])).toEqual(['Electrical Review', '']);
});

test('the service “other” is said once, without what its choice in a form asks for', () => {
  const other = { category: 'OTHER', evServices: ['OTHER'] } as const;
  expect(serviceEntryText(other)).toBe('Other');
  expect(serviceEntryText({ ...other, evServices: ['LC', 'OTHER'] })).toBe(
    'Other: Electrical Load calcs, Other',
  );
  expect(servicesText([{ ...other, category: 'STAMP' }, other])).toBe('Stamp: Other; Other');
  expect(firstService([other])).toEqual(['Other', '']);
});

test.each([
  ['CLIENT', 'From Sun Roofs to EV'],
  ['EMPLOYEE', 'EV to Sun Roofs'],
  ['ADMIN', 'EV to Sun Roofs'],
] as const)('the caption of a message of %s is %s', (fromUserType, caption) => {
  expect(captionParts({ fromUserType, company: 'Sun Roofs' }).join('')).toBe(caption);
});

describe('a random id', () => {
  test('has as many uppercase letters and digits as asked for', () => {
    expect(randomId()).toMatch(/^[A-Z0-9]{8}$/);
    expect(randomId(300)).toMatch(/^[A-Z0-9]{300}$/);
  });

  test('has each character equally often', () => {
    const drawn = randomId(36_000) + randomId(36_000);
    const counts = new Map<string, number>();
    for (const sign of drawn) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(36);
    // 2,000 of each expected; a plain `byte % 36` gives the first four 14 % more.
    const firstFour = ['A', 'B', 'C', 'D'].reduce((sum, sign) => sum + (counts.get(sign) ?? 0), 0);
    expect(firstFour).toBeGreaterThan(7_500);
    expect(firstFour).toBeLessThan(8_500);
  });
});

describe('only addresses in a text become links', () => {
  test.each([
    ['plain words', []],
    ['see https://a.test/x?y=1.', ['https://a.test/x?y=1']],
    ['(http://a.test/b_(c)) and https://d.test!', ['http://a.test/b_(c)', 'https://d.test']],
    ['write to mailto:ada@a.test, please', ['mailto:ada@a.test']],
    ['javascript:alert(1) ftp://a.test data:text/html,x', []],
    ['<a href="https://a.test">x</a>', ['https://a.test']],
    ['https://', []],
    [
      '“https://a.test/x”, «https://b.test/»; ‘https://c.test/x’.',
      ['https://a.test/x', 'https://b.test/', 'https://c.test/x'],
    ],
    [
      '[https://a.test/x] {https://b.test/x}, `https://c.test`|…',
      ['https://a.test/x', 'https://b.test/x', 'https://c.test'],
    ],
    ['[https://a.test/x](https://b.test/y)', ['https://a.test/x', 'https://b.test/y']],
    ['http://[::1]/a[1]', ['http://[::1]/a[1]']],
    ['看https://a.test/x。（https://b.test/ä）', ['https://a.test/x', 'https://b.test/ä']],
    ['https://drive.test/d/1aB_ and _https://a.test/x_', ['https://drive.test/d/1aB_', 'https://a.test/x']],
    [
      'https://a.test/long\u00adpath\u200b \u202ahttps://b.test/x\u202c',
      ['https://a.test/longpath', 'https://b.test/x'],
    ],
    [
      'www.city.test/permits, (WWW.a.test) and awww.b.test, www., x/www.c.test',
      ['http://www.city.test/permits', 'http://WWW.a.test'],
    ],
    [
      '<ada+1@city.test>, "bo.o\'hara@a.co.test"; c@d.test. Or mailto:e@f.test, o’hara@a.test, a?b@c.test',
      ['mailto:ada+1@city.test', "mailto:bo.o'hara@a.co.test", 'mailto:c@d.test', 'mailto:e@f.test'],
    ],
    [
      '@ada, ada@city, 4@6.25, https://ada@city.test/x@y.test, a@b.test@c',
      ['https://ada@city.test/x@y.test'],
    ],
  ])('%s', (text, links) => {
    const parts = linkParts(text);
    expect(parts.flatMap((part) => ('href' in part ? part.href : []))).toEqual(links);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

test('services are said by their codes where room is scarce, all of them or the first and how many more', () => {
  const codes = (...evServices: ('EE' | 'SE' | 'FCCD' | 'ICCD' | 'PV_DESIGN' | 'OTHER')[]) =>
    servicesCodes([{ category: 'STAMP', evServices }]);
  expect(codes('EE', 'SE')).toBe('EE, SE');
  expect(codes('FCCD', 'ICCD', 'EE')).toBe('FCCD +2');
  expect(codes('PV_DESIGN')).toBe('PV');
  expect(codes('OTHER')).toBe('Other');
  expect(codes('EE', 'EE')).toBe('EE');
  expect(servicesCodes([])).toBe('');
});
