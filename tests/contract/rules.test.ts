import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Address, deliveryAddress } from '../../src/contract/address/address.ts';
import { stateCode, usStates } from '../../src/contract/address/states.ts';
import { fieldIssues } from '../../src/contract/errors.ts';
import * as commonFields from '../../src/contract/fields.ts';
import * as jobFieldRules from '../../src/contract/jobs/jobFieldRules.ts';
import { JobUpdate, jobRules } from '../../src/contract/jobs/jobForms.ts';
import { phoneNumber, phoneNumberFor } from '../../src/contract/users/phone.ts';
import { Invitee, inviteeList, password, passwordConfirm } from '../../src/contract/users/userForms.ts';

const fields = { ...commonFields, ...jobFieldRules };

const required = 'is a required field';
const long = (length: number) => 'x'.repeat(length);

type Row = {
  schema: v.GenericSchema;
  /** Input → what comes out (the input itself where only it is given). */
  valid: ([unknown, unknown] | [unknown])[];
  /** Input → the first message, to the letter. */
  invalid: [unknown, string][];
};

const requiredLine: Omit<Row, 'schema'> = {
  valid: [['Ada'], ['  Ada ', 'Ada'], [long(200)], ['Ünïcødé 工程'], ['<img onerror=x>']],
  invalid: [
    [undefined, required],
    [null, required],
    [7, required],
    ['', required],
    ['   ', required],
    [long(201), 'must be 200 characters or fewer'],
  ],
};
const requiredLongText: Omit<Row, 'schema'> = {
  valid: [['Look at the roof.'], [long(10_000)]],
  invalid: [
    [undefined, required],
    ['', required],
    ['\n \t', required],
    [long(10_001), 'must be 10,000 characters or fewer'],
  ],
};
function optionalLine(maxLength: number): Omit<Row, 'schema'> {
  return {
    valid: [[undefined, ''], ['', ''], [' a ', 'a'], [long(maxLength)]],
    invalid: [
      [null, 'must be text'],
      [5, 'must be text'],
      [long(maxLength + 1), `must be ${maxLength.toLocaleString('en-US')} characters or fewer`],
    ],
  };
}
function choice(message: string, values: string[], foreign: string[]): Omit<Row, 'schema'> {
  return {
    valid: values.map((value) => [value] as [unknown]),
    invalid: [
      [undefined, required],
      ['', required],
      [null, required],
      ...foreign.map((value) => [value, message] as [unknown, string]),
    ],
  };
}

const emails: Omit<Row, 'schema'> = {
  valid: [['ada@ev.test'], [' Ada@EV.test ', 'ada@ev.test'], ['a.b+c@sub.example.co']],
  invalid: [
    [undefined, required],
    ['', required],
    ['ada', 'must be a valid email'],
    ['ada@', 'must be a valid email'],
    ['@ev.test', 'must be a valid email'],
    ['a b@ev.test', 'must be a valid email'],
    [`${long(260)}@ev.test`, 'must be 254 characters or fewer'],
  ],
};

const services: Omit<Row, 'schema'> = {
  valid: [
    [[{ category: 'STAMP', evServices: ['EE', 'SE'] }]],
    [
      [null, {}, '', { category: '', evServices: [] }, { category: 'OTHER', evServices: ['OTHER'] }],
      [{ category: 'OTHER', evServices: ['OTHER'] }],
    ],
    [[{ category: 'RE_STAMP', evServices: ['FS', 'FS'] }], [{ category: 'RE_STAMP', evServices: ['FS'] }]],
  ],
  invalid: [
    [undefined, required],
    [[], 'ev-service may have at least 1 value selected'],
    [[{}, null, { category: '', evServices: [] }], 'ev-service may have at least 1 value selected'],
    [[{ category: 'STAMP', evServices: [] }], 'service may have at least 1 value selected'],
    [[{ category: 'STAMP' }], required],
    [[{ evServices: ['EE'] }], required],
    [[{ category: 'STAMP', evServices: ['XX'] }], 'must be from the list'],
    [[{ category: 'REVISION', evServices: ['EE'] }], 'Request type must be either re-stamp, stamp or other'],
  ],
};

const address = { streetName: '1 Main St', city: 'Boston', state: 'MA', zipcode: '02110' };
const addresses: Omit<Row, 'schema'> = {
  valid: [[address], [{ ...address, zipcode: '02110-1234' }]],
  invalid: [
    [undefined, required],
    [{ ...address, streetName: '' }, required],
    [{ ...address, city: ' ' }, required],
    [{ ...address, state: undefined }, required],
    [{ ...address, zipcode: '' }, required],
    [{ ...address, zipcode: '1234' }, 'Zip code is not valid (12345-6789)'],
  ],
};

/** Every rule of the specification's §5 (files apart), under its own name. */
const rules: Record<string, Row> = {
  phoneNumber: {
    schema: phoneNumber,
    valid: [
      ['(415) 555-2671', '+14155552671'],
      ['415.555.2671', '+14155552671'],
      ['+1 415 555 2671', '+14155552671'],
    ],
    invalid: [
      [undefined, required],
      ['', required],
      ['  ', required],
      ['123', 'must be a valid phone number for region(s) US'],
      ['phone', 'must be a valid phone number for region(s) US'],
      ['+44 20 7946 0018', 'must be a valid phone number for region(s) US'],
    ],
  },
  'phoneNumber of US and GB': {
    schema: phoneNumberFor(() => ['US', 'GB']),
    valid: [
      ['020 7946 0018', '+442079460018'],
      ['415 555 2671', '+14155552671'],
    ],
    invalid: [['+33 1 44 55 66 77', 'must be a valid phone number for region(s) US, GB']],
  },
  trackingNumber: { schema: fields.trackingNumber, ...optionalLine(60) },
  phoneNumber_auto_filled: { schema: fields.phoneNumber_auto_filled, ...optionalLine(40) },
  assignedTo: { schema: fields.assignedTo, ...optionalLine(254) },
  'address.city': { schema: Address.entries.city, valid: [['Boston']], invalid: [['', required]] },
  'address.state': {
    schema: Address.entries.state,
    valid: [
      ['MA'],
      [' ma', 'MA'],
      ['new  Jersey', 'NJ'],
      ['D.C.', 'DC'],
      ['Ariz.', 'AZ'],
      ['N. Y.', 'NY'],
      ['W.Va.', 'WV'],
      ['Ontario'],
    ],
    invalid: [['', required]],
  },
  'address.streetName': {
    schema: Address.entries.streetName,
    valid: [['1 Main St']],
    invalid: [['', required]],
  },
  'address.zipcode': {
    schema: fields.zipcode,
    valid: [['02110'], ['02110-1234'], [' 02110 ', '02110']],
    invalid: [
      [undefined, required],
      ['', required],
      ['2110', 'Zip code is not valid (12345-6789)'],
      ['021100', 'Zip code is not valid (12345-6789)'],
      ['02110-123', 'Zip code is not valid (12345-6789)'],
      ['02110 1234', 'Zip code is not valid (12345-6789)'],
      ['O2110', 'Zip code is not valid (12345-6789)'],
    ],
  },
  address: { schema: Address, ...addresses },
  deliveryAddress: { schema: deliveryAddress, ...addresses },
  company: { schema: fields.company, ...requiredLine },
  project: { schema: fields.project, ...requiredLine },
  firstName: { schema: fields.firstName, ...requiredLine },
  lastName: { schema: fields.lastName, ...requiredLine },
  email: { schema: fields.email, ...emails },
  jobReporter: { schema: fields.jobReporter, ...emails },
  password: {
    schema: password,
    valid: [['stamped-2026'], ['abcdefg1'], ['1234567é']],
    invalid: [
      [undefined, required],
      ['', required],
      ['abc1', 'must be at least 8 characters'],
      ['12345678', 'Password must contain at least one letter'],
      ['--------1', 'Password must contain at least one letter'],
      ['abcdefgh', 'Password must contain at least one number'],
    ],
  },
  passwordConfirm: { schema: passwordConfirm, valid: [['x']], invalid: [['', required]] },
  message: { schema: fields.message, ...requiredLongText },
  jobDescriptionRequired: { schema: fields.jobDescriptionRequired, ...requiredLongText },
  jobAttachmentLinksRequired: { schema: fields.jobAttachmentLinksRequired, ...requiredLongText },
  jobDescription: { schema: jobRules.jobDescription, ...optionalLine(10_000) },
  jobAttachmentLinks: {
    schema: jobRules.jobAttachmentLinks,
    valid: [
      [undefined, ''],
      [' ', ''],
      ['https://drive.example.com/d/1?x=ä'],
      ['http://nas.firm.example:8080/plans\nHTTPS://box.example/s/2#3 https://a.example'],
      ['https://пример.example/план'],
    ],
    invalid: [
      'the client will email them',
      'see https://a.example',
      'www.dropbox.com/plans',
      'ftp://files.example/plans',
      'https://plans',
      'https://',
      'https:///a.b',
      'javascript:alert(1)//https://a.example',
      'mailto:ada@x.test',
      'https://a.example/my plans.pdf',
    ].map((text): [unknown, string] => [text, 'must be links that begin with https://, one per line']),
  },
  referenceLinks: { schema: jobRules.referenceLinks, ...optionalLine(10_000) },
  jobCode: {
    schema: fields.jobCode,
    valid: [['K7QX2M9A']],
    invalid: [
      ['', required],
      [undefined, required],
    ],
  },
  jobId: {
    schema: fields.jobId,
    valid: [['abc']],
    invalid: [
      ['', required],
      [undefined, required],
    ],
  },
  copiesNumber: {
    schema: fields.copiesNumber,
    valid: [[1], [99]],
    invalid: [
      [undefined, required],
      [null, required],
      ['3', required],
      [Number.NaN, required],
      [0, 'must be a whole number from 1 to 99'],
      [-1, 'must be a whole number from 1 to 99'],
      [1.5, 'must be a whole number from 1 to 99'],
      [100, 'must be a whole number from 1 to 99'],
    ],
  },
  jobDeliveryMode: {
    schema: fields.jobDeliveryMode,
    ...choice(
      'Delivery method must be either digital copy or wet stamps',
      ['DIGITAL_COPY', 'WET_STAMPS'],
      ['FAX', 'wet_stamps'],
    ),
  },
  deliveryPriority: {
    schema: fields.deliveryPriority,
    ...choice('Delivery speed must be either overnight or standard', ['OVERNIGHT', 'STANDARD'], ['SLOW']),
  },
  jobPriority: {
    schema: fields.jobPriority,
    ...choice('Priority must be either high or normal', ['HIGH', 'NORMAL'], ['LOW']),
  },
  category: {
    schema: fields.category,
    ...choice(
      'Request type must be either re-stamp, stamp or other',
      ['RE_STAMP', 'STAMP', 'OTHER'],
      ['REVISION', 'UNSPECIFIED', 'X'],
    ),
  },
  jobType: {
    schema: fields.jobType,
    ...choice(
      'Property type must be either commercial, residential or business',
      ['COMMERCIAL', 'RESIDENTIAL', 'BUSINESS'],
      ['BOAT'],
    ),
  },
  status: {
    schema: fields.status,
    ...choice(
      'Status must be either in progress, on hold, completed or cancelled',
      ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
      ['NEW'],
    ),
  },
  userType: {
    schema: fields.userType,
    ...choice(
      'Role must be either client, employee or admin',
      ['CLIENT', 'EMPLOYEE', 'ADMIN'],
      ['UNSPECIFIED', 'ROOT'],
    ),
  },
  jobEVService: { schema: fields.jobEVService, ...services },
  jobServiceUpdate: { schema: JobUpdate.entries.jobServiceUpdate.wrapped, ...services },
  invitee: {
    schema: Invitee,
    valid: [[{ email: 'a@ev.test', firstName: 'A', lastName: 'B', userType: 'CLIENT' }]],
    invalid: [
      [{ firstName: 'A', lastName: 'B', userType: 'CLIENT' }, required],
      [{ email: 'a@ev.test', lastName: 'B', userType: 'CLIENT' }, required],
      [{ email: 'a@ev.test', firstName: 'A', userType: 'CLIENT' }, required],
      [{ email: 'a@ev.test', firstName: 'A', lastName: ' \u00a0', userType: 'CLIENT' }, required],
      [{ email: 'x', firstName: 'A', lastName: 'B', userType: 'CLIENT' }, 'must be a valid email'],
      [
        { email: 'a@ev.test', firstName: 'A'.repeat(201), lastName: 'B', userType: 'CLIENT' },
        'must be 200 characters or fewer',
      ],
      [
        { email: 'a@ev.test', firstName: 'A', lastName: 'B', userType: 'BOSS' },
        'Role must be either client, employee or admin',
      ],
    ],
  },
  inviteeList: {
    schema: inviteeList,
    valid: [
      [
        [null, { email: '' }, { email: 'a@ev.test', firstName: 'A', lastName: 'B', userType: 'ADMIN' }],
        [{ email: 'a@ev.test', firstName: 'A', lastName: 'B', userType: 'ADMIN' }],
      ],
    ],
    invalid: [
      [undefined, required],
      [[], 'Add at least one person to invite'],
      [[{}, null], 'Add at least one person to invite'],
      [
        Array.from({ length: 101 }, () => ({
          email: 'a@ev.test',
          firstName: 'A',
          lastName: 'B',
          userType: 'ADMIN',
        })),
        'must have 100 entries or fewer',
      ],
    ],
  },
};

describe.each(Object.entries(rules))('%s', (_name, { schema, valid, invalid }) => {
  test.each(valid)('accepts %j', (input, ...out) => {
    expect(v.parse(schema, input)).toEqual(out.length ? out[0] : input);
  });

  test.each(invalid)('refuses %j', (input, message) => {
    const result = v.safeParse(schema, input);
    expect(result.success ? result.output : fieldIssues(result.issues)[0]?.message).toBe(message);
  });
});

describe('a field of one line', () => {
  const one = { project: fields.project, firstName: fields.firstName, trackingNumber: fields.trackingNumber };
  const breaks = ['\n', '\r\n', '\t', '\v', '\u0085', '\u00a0', '\u2009', '\u2028', '\u2029', ' \t\n '];
  const unseen = [
    '\0',
    '\x1f',
    '\ufffe',
    '\uffff',
    '\ufdd0',
    '\u{1fffe}',
    '\u{10ffff}',
    '\u00ad',
    '\u200b',
    '\u200e',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2069',
    '\ufeff',
  ];

  test.each(Object.entries(one))(
    '%s has a space for each break, and nothing that nobody sees',
    (_name, schema) => {
      for (const part of breaks)
        expect(v.parse(schema, `Roof${part}of 1 Main`), JSON.stringify(part)).toBe('Roof of 1 Main');
      for (const part of unseen) {
        expect(v.parse(schema, `${part}Roof${part} of 1 Main${part}`), JSON.stringify(part)).toBe(
          'Roof of 1 Main',
        );
      }
    },
  );

  test('has no sign of a list that it was copied from', () => {
    for (const text of ['•\tRoof leaks', '·         Roof leaks', ' o\tRoof leaks', '\uf0b7\u00a0 Roof leaks'])
      expect(v.parse(fields.project, text), JSON.stringify(text)).toBe('Roof leaks');
    for (const text of ['• Roof', 'o Roof', '– Roof', 'A · B'])
      expect(v.parse(fields.project, text)).toBe(text);
  });

  test('is required where only what nobody sees is typed', () => {
    expect(v.safeParse(fields.company, '\u200e\u202c \ufeff').issues?.[0].message).toBe(required);
  });

  test.each(Object.entries(one))('%s takes any script, with its direction marks', (_name, schema) => {
    for (const text of [
      'Łódź – Dach',
      'بيت\u200f 12',
      '屋根',
      'גג\u200e A/1',
      'é',
      '👩‍🔧',
      'می\u200cخواهم',
      'ක්\u200dෂ',
    ]) {
      expect(v.parse(schema, text)).toBe(text);
    }
    expect(v.parse(schema, ' Roof\n')).toBe('Roof');
  });

  test('is each part of an address; a text may have line breaks', () => {
    const address = { streetName: '1 Main St\n2', city: 'Bos\u202eton', state: 'M\tA', zipcode: '02110' };
    expect(v.parse(Address, address)).toEqual({
      ...address,
      streetName: '1 Main St 2',
      city: 'Boston',
      state: 'MA',
    });
    expect(v.parse(fields.message, 'Hello,\n\tyes')).toBe('Hello,\n\tyes');
  });
});

test('a text of several lines has plain line breaks and list items, and no control characters', () => {
  const pasted =
    'To do:\r\n•\tseal\r\n·         sign\vhere\x07\n\uf0a7\u00a0\u00a0 stamp\n1.\tsend\n\t• as it is';
  expect(v.parse(fields.message, pasted)).toBe(
    'To do:\n• seal\n• sign\nhere\n• stamp\n1.\tsend\n\t• as it is',
  );
  expect(v.parse(jobRules.jobDescription, '\ufeff1 \ud800')).toBe('1 \ufffd');
});

describe('an email address', () => {
  test.each([
    ["Siobhán's phone: no", null],
    ["s.o'hara@county.example", "s.o'hara@county.example"],
    ['S.O’Hara@county.example', "s.o'hara@county.example"],
    ['first/last=dept#4@county.example', 'first/last=dept#4@county.example'],
    ["!#$%&'*+-/=?^_`{|}~@county.example", "!#$%&'*+-/=?^_`{|}~@county.example"],
    ['plans@xn--mnchen-3ya.example', 'plans@xn--mnchen-3ya.example'],
    ['plans@ingenieur.xn--fiqs8s', 'plans@ingenieur.xn--fiqs8s'],
    ['\u2068plans@3d-print.example\u2069\u00a0', 'plans@3d-print.example'],
    [`${'l'.repeat(64)}@county.example`, `${'l'.repeat(64)}@county.example`],
    [`${'l'.repeat(65)}@county.example`, null],
    [`a@${'l'.repeat(63)}.example`, `a@${'l'.repeat(63)}.example`],
    [`a@${'l'.repeat(64)}.example`, null],
    ['.a@county.example', null],
    ['a.@county.example', null],
    ['a..b@county.example', null],
    ['a@county', null],
    ['a@-county.example', null],
    ['a@county-.example', null],
    ['a@192.0.2.7', null],
    ['a@county.example.', null],
    ['a@b@county.example', null],
    ['a,b@county.example', null],
    ['<a@county.example>', null],
    ['a – b@county.example', null],
  ])('%j is read as %j', (typed, email) => {
    const { success, output } = v.safeParse(fields.email, typed);
    expect(success ? output : null).toBe(email);
  });
});

test.each([
  ['６０６０１', '60601'],
  ['٦٠٦٠١', '60601'],
  ['६०६०१–१२३४', '60601-1234'],
  ['60601\u20141234', '60601-1234'],
  ['60601 \u2013 1234', '60601-1234'],
  ['60601\u22121234', '60601-1234'],
  ['\u200e60601\t', '60601'],
  ['00601', '00601'],
  ['606011234', '60601-1234'],
])('the zip code %j is %j', (typed, zipcode) => {
  expect(v.parse(fields.zipcode, typed)).toBe(zipcode);
});

test.each([
  '\u202a(312) 555\u20110147\u202c',
  '\u2068312\u00a0555\u00a00147\u2069',
  '３１２ ５５５ ０１４７',
  '+१ ३१२ ५५५ ०१४७',
  '٣١٢-٥٥٥-٠١٤٧',
  '312–555–0147\t',
])('the phone number %j is one of Chicago', (typed) => {
  expect(v.parse(phoneNumber, typed)).toBe('+13125550147');
});

test('the name and the code of each state stand for that state', () => {
  for (const [code, name] of Object.entries(usStates)) {
    expect([stateCode(name), stateCode(code.toLowerCase())], name).toEqual([code, code]);
  }
});

test.each([
  ['Washington, D.C.', 'DC'],
  ['N. Carolina', 'NC'],
  ['NMexico', 'NM'],
  ['W.Va.', 'WV'],
  ['U.S. Virgin Islands', 'VI'],
  [' virgin   islands ', 'VI'],
  ['P. R.', 'PR'],
])('%s is a customary name of %s', (name, code) => {
  expect(stateCode(name)).toBe(code);
});

test.each(['Ontario', 'AE', 'Baja California', 'Western Australia', ''])(
  '%j is no state of the US, and stays as it is',
  (text) => {
    expect(stateCode(text)).toBe(text);
  },
);
