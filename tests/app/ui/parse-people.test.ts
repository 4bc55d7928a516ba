import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fieldIssues } from '../../../src/contract/errors.ts';
import { approvalStateOf, invitableTypes, mayDecide, mayEdit } from '../../../src/features/users/approval.ts';
import { InviteForm } from '../../../src/features/users/inviteForm.ts';
import { parseInvitees } from '../../../src/features/users/parseInvitees.ts';

const ada = { email: 'ada@x.test', firstName: 'Ada', lastName: 'Lovelace', userType: 'CLIENT' };
const bob = { email: 'bob@x.test', firstName: 'Bob', lastName: 'Stone', userType: 'EMPLOYEE' };

const bobby = { ...bob, userType: 'CLIENT' };
const cy = { email: 'cy@x.test', firstName: 'Cy', lastName: 'Oh', userType: 'CLIENT' };
const nameless = (name: string) => ({ ...cy, email: `${name}@x.test`, firstName: '', lastName: '' });

test.each([
  ['cells of a spreadsheet', 'ada@x.test\tAda\tLovelace\nbob@x.test\tBob\tStone\temployee\n', [ada, bob]],
  ['a CSV', 'ada@x.test,Ada,Lovelace,client\r\nbob@x.test,Bob,Stone,Employee', [ada, bob]],
  ['semicolons', 'Ada;Lovelace;ada@x.test', [ada]],
  [
    'semicolons below a heading line, as Excel writes them in many countries',
    'First name;Last name;Email\r\nAda;Lovelace;ada@x.test\r\nCy;Oh;cy@x.test\r\n',
    [ada, cy],
  ],
  ['quotes', '"Ada","Lovelace","ada@x.test"', [ada]],
  [
    'a heading line in another order',
    'Last name,E-mail,First name,Role\nStone,bob@x.test,Bob,EMPLOYEE',
    [bob],
  ],
  ['a whole name in one cell', 'ada@x.test\tAda Lovelace', [ada]],
  ['a name column', 'Name,Email\nAda Lovelace,ada@x.test', [ada]],
  ['an address as mail programs write it', 'Ada,Lovelace,Ada Lovelace <ada@x.test>', [ada]],
  [
    'contacts of Google',
    'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value\nAda,,Lovelace,,,* mine ::: * roof; sun,* Work,ada@x.test,,\nCy,,Oh,,,* mine,*,cy@x.test,Home,home@x.test',
    [ada, cy],
  ],
  [
    'contacts of Google as they were',
    'Name,Given Name,Family Name,Given Name Yomi,Family Name Yomi,E-mail 1 - Type,E-mail 1 - Value\nAda Lovelace,Ada,Lovelace,,,* Work,ada@x.test',
    [ada],
  ],
  [
    'contacts of Outlook',
    'First Name,Last Name,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address\nAda,Lovelace,,,ada@x.test,',
    [ada],
  ],
  [
    'contacts of Thunderbird',
    'First Name,Last Name,Display Name,Primary Email,Secondary Email\nAda,Lovelace,Countess,ada@x.test,',
    [ada],
  ],
  [
    'users of Google Workspace',
    'First Name [Required],Last Name [Required],Email Address [Required],Last Sign In [READ ONLY],Recovery Email\nAda,Lovelace,ada@x.test,2026/11/20 10:00:00,',
    [ada],
  ],
  [
    'users of Microsoft 365',
    'Display name,First name,Last dirsync time,Last name,Last password change time stamp,User principal name\nAda Lovelace,Ada,,Lovelace,2026-01-01 10:00:00Z,ada@x.test',
    [ada],
  ],
  [
    'a customer list',
    'First Name,Last Name,Email,Phone,Last Activity Date,First contacted\nAda,Lovelace,ada@x.test,,2026-11-01,2026-01-01',
    [ada],
  ],
  [
    'a role before a column that only has its name',
    'Name,Email,User type,Phone type\nBob Stone,bob@x.test,Employee,Mobile',
    [bob],
  ],
  ['a name, and a last name beside it', 'Name,Last name,Email\nAda,Lovelace,ada@x.test', [ada]],
  [
    'cells of several lines',
    'Name\tEmail\tNotes\n"Ada\nLovelace"\tada@x.test\t"one\r\ntwo"\r\nCy Oh\tcy@x.test\t6" pipe\n',
    [ada, cy],
  ],
  ['empty lines', '\n\nada@x.test\tAda\tLovelace\n\n', [ada]],
  ['an unknown type', 'email,first name,last name,type\nada@x.test,Ada,Lovelace,boss', [ada]],
  [
    'a comma inside quotes',
    '"Ada, the first","Lovelace",ada@x.test',
    [{ ...ada, firstName: 'Ada, the first' }],
  ],
  ['a quote after a blank', 'ada@x.test, Ada, "Lovelace, A."', [{ ...ada, lastName: 'Lovelace, A.' }]],
  ['doubled quotes', '"Ada ""Countess""",Lovelace,ada@x.test', [{ ...ada, firstName: 'Ada "Countess"' }]],
  [
    'a mistyped address among right ones',
    'ada@x.test,Ada,Lovelace\nbob.x.test,Bob,Stone',
    [ada, { ...bob, email: 'bob.x.test', userType: 'CLIENT' }],
  ],
  [
    'recipients of Outlook',
    'Ada Lovelace <ada@x.test>; Stone, Bob <bob@x.test>; Cy Oh <cy@x.test>',
    [ada, bobby, cy],
  ],
  [
    'recipients of Gmail',
    'Ada Lovelace <ada@x.test>, "Stone, Bob" <bob@x.test>, Cy Oh <cy@x.test>',
    [ada, bobby, cy],
  ],
  [
    'recipients one per line',
    'Ada Lovelace <ada@x.test>,\r\nBob Stone <bob@x.test>,\nCy Oh <cy@x.test>\n',
    [ada, bobby, cy],
  ],
  ['a single recipient', 'Stone, Bob <bob@x.test>', [bobby]],
  ['addresses alone', 'ada@x.test, bob@x.test;cy@x.test', ['ada', 'bob', 'cy'].map(nameless)],
  [
    'an address in the place of a name',
    '\'ada@x.test\' <ada@x.test>; "bob@x.test" <bob@x.test>',
    ['ada', 'bob'].map(nameless),
  ],
  ['a name behind the address', 'ada@x.test (Ada Lovelace), bob@x.test (Bob Stone)', [ada, bobby]],
  ['an address alone among recipients', 'ada@x.test, Bob Stone <bob@x.test>', [nameless('ada'), bobby]],
  ['links to addresses', 'Ada Lovelace <mailto:ada@x.test>; Bob Stone <mailto:bob@x.test>', [ada, bobby]],
  [
    'recipients of whom one has no address',
    'Ada Lovelace <ada@x.test>; Grace Hopper; Bob Stone <bob@x.test>; Office',
    [
      ada,
      { ...ada, email: '', firstName: 'Grace', lastName: 'Hopper' },
      bobby,
      { ...ada, email: '', firstName: 'Office', lastName: '' },
    ],
  ],
  [
    'an apostrophe',
    "Siobhan O'Hara <s.o'hara@x.test>; Bob Stone <bob@x.test>",
    [{ ...ada, email: "s.o'hara@x.test", firstName: 'Siobhan', lastName: "O'Hara" }, bobby],
  ],
  [
    'names beside their firms',
    'Ada Lovelace\tDifference Engines Inc\tada@x.test\nBob Stone\tX\tbob@x.test',
    [ada, bobby],
  ],
  ['a firm before the name', 'Stone & Sons Roofing\tBob\tStone\tbob@x.test\tclient', [bobby]],
  ['a CSV of names with commas', '"Lovelace, Ada","Engines, LLC","ada@x.test"', [ada]],
  ['a last name that firms have too', 'Ada\tPower\tada@x.test', [{ ...ada, lastName: 'Power' }]],
  [
    'a first name of two words',
    'Mary Ann\tStone\tmary@x.test',
    [{ ...bobby, email: 'mary@x.test', firstName: 'Mary Ann' }],
  ],
  [
    'a directory that adds firms and notes in brackets',
    'Lovelace, Ada (Difference Engines) <ada@x.test>; Bob Stone [External] <bob@x.test>',
    [ada, bobby],
  ],
  [
    'engineers with their licenses',
    'Ada Lovelace, P.E., S.E. <ada@x.test>; Stone, Bob, PE <bob@x.test>; Cy Oh, Jr. <cy@x.test>',
    [ada, bobby, { ...cy, lastName: 'Oh Jr.' }],
  ],
  ['a CSV of names with licenses', 'Name,Email\n"Ada Lovelace, PE",ada@x.test', [ada]],
  ['addresses in round brackets', 'Ada Lovelace (ada@x.test), Bob Stone (bob@x.test)', [ada, bobby]],
  ['a single one', 'Ada Lovelace (ada@x.test)', [ada]],
  ['an address that Outlook repeats in the name', '"Ada Lovelace (ada@x.test)" <ada@x.test>', [ada]],
  ['a list of contacts', 'Company Name,Contact Name,Email\nEngines,Ada Lovelace,ada@x.test', [ada]],
  ['a row of addresses', 'ada@x.test\tbob@x.test\tcy@x.test', ['ada', 'bob', 'cy'].map(nameless)],
  ['a second address of somebody', 'Ada\tLovelace\tada@x.test\tcy@x.test', [ada, nameless('cy')]],
  [
    'words and signs between addresses',
    'ada@x.test / bob@x.test & cy@x.test and Bob Stone <bob@x.test>',
    [...['ada', 'bob', 'cy'].map(nameless), bobby],
  ],
  [
    'items of a list',
    '• Ada Lovelace ada@x.test\n2. Bob Stone - bob@x.test\n- cy@x.test',
    [ada, bobby, nameless('cy')],
  ],
  ['items that are addresses alone', '• ada@x.test\n• bob@x.test', ['ada', 'bob'].map(nameless)],
  ['a table in plain text', 'Ada Lovelace | ada@x.test\nCy Oh | cy@x.test', [ada, cy]],
  ['a recipient as plain text shows its link', 'Ada Lovelace [mailto:ada@x.test]', [ada]],
  ['a link alone', 'mailto:ada@x.test', [nameless('ada')]],
  ['a label before the address', 'Email: ada@x.test', [nameless('ada')]],
  ['the head of an email', 'To: Ada Lovelace <ada@x.test>\nCc: Bob Stone <bob@x.test>', [ada, bobby]],
  ['nothing', '  \n', []],
])('people are read from %s', (_, text, people) => {
  expect(parseInvitees(text)).toEqual(people);
});

const empty = { email: '', firstName: '', lastName: '', userType: 'CLIENT' } as const;

test('the invitation form skips empty rows and names the invalid row', () => {
  const checked = v.safeParse(InviteForm, { inviteeList: [empty, { ...ada, email: 'nobody' }] });
  expect(fieldIssues(checked.issues ?? [])).toEqual([
    { field: 'inviteeList.1.email', message: 'must be a valid email' },
  ]);
  expect(v.parse(InviteForm, { inviteeList: [empty, ada] }).inviteeList).toEqual([ada]);
});

test('who is pasted without a name is told so at the row’s own fields', () => {
  const pasted = parseInvitees(`${ada.email}, Ada, Lovelace\nzed@x.test, Zed\nyan@x.test`);
  const checked = v.safeParse(InviteForm, { inviteeList: [empty, ...pasted] });
  const needed = (field: string) => ({ field, message: 'is a required field' });
  expect(fieldIssues(checked.issues ?? [])).toEqual([
    needed('inviteeList.2.lastName'),
    needed('inviteeList.3.firstName'),
    needed('inviteeList.3.lastName'),
  ]);
});

test.each([
  ['cells', 'Ada\tLovelace\tada@x.test'],
  ['recipients', 'Ada Lovelace <ada@x.test>'],
  ['a table with another role', 'email,first name,last name,role\nada@x.test,Ada,Lovelace,engineer'],
])('who is pasted as %s without a role gets that of the form', (_, text) => {
  expect(parseInvitees(text, 'EMPLOYEE')).toEqual([{ ...ada, userType: 'EMPLOYEE' }]);
});

test('the invitation form requires at least one person', () => {
  const checked = v.safeParse(InviteForm, { inviteeList: [empty] });
  expect(fieldIssues(checked.issues ?? [])).toEqual([
    { field: 'inviteeList', message: 'Add at least one person to invite' },
  ]);
});

test.each([
  ['ADMIN', 'other@x.test', true, true],
  ['ADMIN', 'me@x.test', false, true],
  ['EMPLOYEE', 'other@x.test', false, false],
  ['EMPLOYEE', 'me@x.test', false, true],
  ['CLIENT', 'me@x.test', false, true],
] as const)('%s with the user %s: may decide %s, may edit %s', (userType, email, decides, edits) => {
  const reader = { email: 'me@x.test', userType };
  expect(mayDecide(reader, { email })).toBe(decides);
  expect(mayEdit(reader, { email })).toBe(edits);
});

// One pasted by mistake would hold up the page for minutes.
test('a word of 200,000 letters is a person without an address', () => {
  expect(parseInvitees('a'.repeat(200_000))).toHaveLength(1);
});

test('a table keeps its columns where the first or the last of a line is empty', () => {
  const table = 'Ada\tStone\tada@x.test\tcalls first\r\n\tLovelace\tl.x.test\t\r\n';
  expect(parseInvitees(table).map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
    ['Ada', 'Stone'],
    ['', 'Lovelace'],
  ]);
});

test('an employee can invite clients only', () => {
  expect(invitableTypes({ userType: 'EMPLOYEE' })).toEqual(['CLIENT']);
  expect(invitableTypes({ userType: 'ADMIN' })).toEqual(['CLIENT', 'EMPLOYEE', 'ADMIN']);
});

test.each([
  [{ userApproved: true, userRefused: false }, 'approved'],
  [{ userApproved: false, userRefused: true }, 'refused'],
  [{ userApproved: false, userRefused: false }, 'pending'],
] as const)('the approval of %j is %s', (user, state) => {
  expect(approvalStateOf(user)).toBe(state);
});
