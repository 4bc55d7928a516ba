/** The states, districts and territories of the US that have a USPS code, by that code. */
export const usStates: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'US Virgin Islands',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/** Other customary names, in lower case and without dots and commas. Those of two words are also written together. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  AL: ['ala'],
  AZ: ['ariz'],
  AR: ['ark'],
  CA: ['cal', 'calif'],
  CO: ['colo'],
  CT: ['conn'],
  DE: ['del'],
  DC: ['washington dc'],
  FL: ['fla'],
  IL: ['ill'],
  IN: ['ind'],
  KS: ['kan', 'kans'],
  MA: ['mass'],
  MI: ['mich'],
  MN: ['minn'],
  MS: ['miss'],
  MT: ['mont'],
  NE: ['neb', 'nebr'],
  NV: ['nev'],
  NH: ['n hampshire'],
  NJ: ['n jersey'],
  NM: ['n mex', 'n mexico'],
  NC: ['n carolina'],
  ND: ['n dak', 'n dakota'],
  MP: ['mariana islands', 'n mariana islands'],
  OK: ['okla'],
  OR: ['ore', 'oreg'],
  PA: ['penn', 'penna'],
  SC: ['s carolina'],
  SD: ['s dak', 's dakota'],
  TN: ['tenn'],
  TX: ['tex'],
  VI: ['virgin islands'],
  WA: ['wash'],
  WV: ['w va', 'w virginia'],
  WI: ['wis', 'wisc'],
  WY: ['wyo'],
};

const comparable = (text: string) =>
  text
    .replaceAll(/[.,'\u2018\u2019\u02bb]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** The codes by the spellings that stand for them, in lower case and without dots and commas. */
const stateSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries(usStates).flatMap(([code, name]) => {
    const [first = '', second = ''] = code.toLowerCase();
    const short = (abbreviations[code] ?? []).flatMap((text) => [text, text.replace(' ', '')]);
    // With a space for "N. Y.".
    const spellings = [name.toLowerCase(), first + second, `${first} ${second}`, ...short];
    return spellings.map((spelling) => [spelling, code] as const);
  }),
);

/** Returns the USPS code for the name, the code or an abbreviation of a US state, whatever its case; other text as it is. */
export function stateCode(text: string): string {
  return stateSpellings.get(comparable(text)) ?? text;
}
