import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Address } from '../../src/contract/address/address.ts';
import * as commonFields from '../../src/contract/fields.ts';
import * as jobFieldRules from '../../src/contract/jobs/jobFieldRules.ts';
import { requests } from '../../src/contract/requests.ts';
import { phoneNumber } from '../../src/contract/users/phone.ts';
import { Invitee } from '../../src/contract/users/userForms.ts';

const fields = { ...commonFields, ...jobFieldRules };

const { city, state, streetName } = Address.entries;

/** What people paste into fields of one line: from contacts, business cards, spreadsheets, PDFs, Outlook, Word, and other keyboards. */
test.each<[string, v.GenericSchema, string, string]>([
  ['phone of an iPhone contact', phoneNumber, '\u202a+1 (312) 555\u20110147\u202c', '+13125550147'],
  ['phone of an Android contact', phoneNumber, '\u2068(312) 555-0147\u2069', '+13125550147'],
  ['phone of a website', phoneNumber, 'tel:+1-312-555-0147', '+13125550147'],
  ['phone with dots of a signature', phoneNumber, '312\u00b7555\u00b70147', '+13125550147'],
  ['phone with bullets of a card', phoneNumber, '312 \u2022 555 \u2022 0147', '+13125550147'],
  ['phone with a sign', phoneNumber, '\u260e\ufe0e 312.555.0147', '+13125550147'],
  ['phone with its label', phoneNumber, 'Office: (312) 555-0147', '+13125550147'],
  ['phone of three cells', phoneNumber, '312\t555\t0147', '+13125550147'],
  ['phone with minus signs', phoneNumber, '312\u2212555\u22120147', '+13125550147'],
  [
    'phone of full width',
    phoneNumber,
    '\uff0b\uff11 \uff13\uff11\uff12 \uff15\uff15\uff15 \uff10\uff11\uff14\uff17',
    '+13125550147',
  ],
  ['phone in Persian digits', phoneNumber, '۳۱۲ ۵۵۵ ۰۱۴۷', '+13125550147'],
  ['phone with a comma of a list', phoneNumber, '312-555-0147,', '+13125550147'],
  ['ZIP of a cell', fields.zipcode, '60601\t', '60601'],
  ['ZIP that Excel shows as text', fields.zipcode, "'00907", '00907'],
  ['ZIP of a CSV', fields.zipcode, '"00907"', '00907'],
  ['ZIP of an address line', fields.zipcode, ' 60601,', '60601'],
  ['ZIP at the end of a sentence', fields.zipcode, '60601-1234.', '60601-1234'],
  ['ZIP with an en dash', fields.zipcode, '60601\u20131234', '60601-1234'],
  ['ZIP with thin spaces', fields.zipcode, '60601\u2009\u2013\u20091234', '60601-1234'],
  ['ZIP with a hyphen that does not break', fields.zipcode, '60601\u20111234', '60601-1234'],
  [
    'ZIP of full width',
    fields.zipcode,
    '\uff16\uff10\uff16\uff10\uff11\uff0d\uff11\uff12\uff13\uff14',
    '60601-1234',
  ],
  ['ZIP in Arabic digits', fields.zipcode, '\u200f٦٠٦٠١', '60601'],
  ['ZIP of a PDF', fields.zipcode, '60601\u00ad', '60601'],
  ['email of a link', fields.email, 'mailto:Ada@County.example', 'ada@county.example'],
  ['email as Outlook shows it', fields.email, "'ada@county.example'", 'ada@county.example'],
  ['email in quotes of Word', fields.email, '\u2018ada@county.example\u2019', 'ada@county.example'],
  ['email of a list', fields.email, 'ada@county.example; ', 'ada@county.example'],
  ['email of a CSV', fields.email, '"ada@county.example",', 'ada@county.example'],
  ['email of Outlook', fields.email, 'Lovelace, Ada <ada@county.example>;', 'ada@county.example'],
  ['email of Gmail', fields.email, '"Ada (County)" <Ada@County.example>', 'ada@county.example'],
  ['email in brackets at the end', fields.email, 'Ada Cole <ada@county.example>.', 'ada@county.example'],
  ['email of a link with a space', fields.email, 'mailto: ada@county.example', 'ada@county.example'],
  ['phone with a colon behind its extension', phoneNumber, '(312)555-0147 Ext.: 136', '+13125550147;ext=136'],
  ['phone as it is dialed abroad', phoneNumber, '001 312 555 0147', '+13125550147'],
  ['phone as Europe writes it', phoneNumber, '00 1 (312) 555-0147', '+13125550147'],
  ['phone that ends by a pound sign', phoneNumber, '3125550147#', '+13125550147'],
  [
    'email that is its own name',
    fields.email,
    "'Ada@county.example' <ada@county.example>",
    'ada@county.example',
  ],
  [
    'email of a Word document',
    fields.email,
    'ada@county.example<mailto:ada@county.example>',
    'ada@county.example',
  ],
  ['email of a Japanese keyboard', fields.email, '\uff41da\uff20county\uff0eexample', 'ada@county.example'],
  [
    'email with a hyphen that does not break',
    fields.email,
    'ada@cook\u2011county.example',
    'ada@cook-county.example',
  ],
  ['email with an apostrophe of Word', fields.email, 'o\u2019dell@county.example', "o'dell@county.example"],
  ['email whose own quote stays', fields.email, "'ada@county.example", "'ada@county.example"],
  ['email broken by a chat', fields.email, 'ada\u200b@county.\u2060example', 'ada@county.example'],
  ['email in an invitation', Invitee.entries.email, '\u202aada@county.example\u202c;', 'ada@county.example'],
  ['name of a list of Outlook', fields.firstName, '\u00b7\u00a0\u00a0\u00a0\u00a0 Ada', 'Ada'],
  ['name of a list of Word', fields.firstName, '\uf0b7\tAda', 'Ada'],
  ['name of two cells', fields.lastName, 'de la\tCruz', 'de la Cruz'],
  ['name with spaces that do not break', fields.lastName, 'van\u00a0der\u202fBerg', 'van der Berg'],
  ['name of a file with a mark of bytes', fields.firstName, '\ufeffAda', 'Ada'],
  ['name that would be shown backwards', fields.firstName, '\u202eadA', 'adA'],
  ['name of a contact', fields.firstName, '\u200eAda\u200e', 'Ada'],
  ['name with a filler', fields.firstName, '\u3164Ada\u115f\uffa0', 'Ada'],
  ['name with a blank of Braille', fields.firstName, 'Ada\u2800', 'Ada'],
  ['name with quotes of its own', fields.firstName, 'Dwayne \u201cBuck\u201d', 'Dwayne \u201cBuck\u201d'],
  ['name with an okina', fields.lastName, 'Kealiʻiahonui', 'Kealiʻiahonui'],
  ['name with marks of its own', fields.lastName, 'Nuqaqłuk', 'Nuqaqłuk'],
  ['street of two lines', streetName, '1200 Dauphin St\r\nSuite\u00a04', '1200 Dauphin St Suite 4'],
  ['street with an en dash', streetName, '12\u201314 Main St', '12\u201314 Main St'],
  ['city of a cell', city, '\u200bSt.\u00a0Louis\t', 'St. Louis'],
  ['state as people there write it', state, 'Hawai\u02bbi', 'HI'],
  ['state with a quote of Word', state, 'Hawai\u2018i', 'HI'],
  ['state as the post office writes it', state, 'N. Mariana Islands', 'MP'],
  ['project of a list', fields.project, '\uf0a7\u00a0\u00a0 Barn\u00a0roof', 'Barn roof'],
  ['project of a PDF', fields.project, 'Re\u00adroof\ufffc', 'Reroof'],
  [
    'project of a PDF in a browser',
    fields.project,
    'Rein\ufffeforced connec\uffff\ntion',
    'Reinforced connec tion',
  ],
  [
    'description of a PDF in a browser',
    fields.jobDescriptionRequired,
    'Rein\ufffeforced\r\nroof',
    'Reinforced\nroof',
  ],
  ['message with codes of a terminal', fields.message, '\x1b[1mRoof\x1b[0m\tdone\x07', '[1mRoof[0m\tdone'],
  ['message with a cut emoji', fields.message, 'Done \ud83d', 'Done \ufffd'],
  ['name with a cut emoji', fields.firstName, 'Ada \ude00', 'Ada \ufffd'],
  ['reason of a PDF in a browser', fields.reason, 'no\ufdd0 ac\u{1ffff}cess', 'no access'],
  ['company with a tab', fields.company, 'O\u2019Hara\t& Sons', 'O\u2019Hara & Sons'],
  ['tracking number of a mail', fields.trackingNumber, '\u202d1Z 999\u00a0AA1\u202c', '1Z 999 AA1'],
  [
    'link of a chat',
    fields.jobAttachmentLinks,
    '\u200bhttps://box.example/1\n\u2060https://box.example/2\u200b',
    'https://box.example/1\nhttps://box.example/2',
  ],
  ['code of a chat', fields.jobCode, '\u2066EV-17\u2069', 'EV-17'],
])('a %s is read as it is meant', (_, schema, pasted, stored) => {
  expect(v.parse(schema, pasted)).toBe(stored);
  // What was stored stays what it is when the form is saved again.
  expect(v.parse(schema, stored)).toBe(stored);
});

test.each(['\u3164', '\u115f\u1160', '\u2800 \u2800', '\u200b\ufeff', '\u180e'])(
  'a name of %j alone is empty',
  (name) => {
    expect(v.safeParse(fields.firstName, name).issues?.[0].message).toBe('is a required field');
    const change = { profiles: [{ email: 'ada@ev.test', firstName: name }] };
    expect(v.safeParse(requests.updateProfiles, change).success).toBe(false);
  },
);

test.each([
  'ada@county.example bob@county.example',
  'ada@county.example;bob@county.example',
  'ada@county.example, bob@county.example',
  'ada@county.example, bob@county.example <bob@county.example>',
  'Ada <ada@county.example>, Bob <bob@county.example>',
  'Ada <ada@county.example> (home)',
  'mailto:',
  '";',
])('%j is not taken for one email address', (pasted) => {
  expect(v.safeParse(fields.email, pasted).success).toBe(false);
});
