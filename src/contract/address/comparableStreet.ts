import { comparableWords, standardForm } from './addressWords.ts';
import { withNumbers } from './numberWords.ts';
import { usStates } from './states.ts';

/** Where a street is. Some spellings are the same in one state only: CO 9 is a road of Colorado, or of a county. */
type Place = { state?: string | undefined; zipcode?: string | undefined };

/** What follows the name of a road: a number, or the letters of a county road of Wisconsin or a route of Missouri. */
const roadId = String.raw`(?= (?:\d|(?<letter>[a-z])\k<letter>?(?: |$)))`;
const isDirection = /^[nsew]$/;
const isSuffix = /^(?:st|ave|blvd|rd|dr|ln|ct|cir|pl|plz|sq|ter|trl|pkwy|hwy|way|loop)$/;
const unit = 'apt|ste|unit|no';
const part = 'bldg|fl';
/** A building or a floor with its number, not a road of Florida. */
const partPattern = new RegExp(
  `(?<!^\\d+(?: [nsew]{1,2})?) (?:${part}) (?:\\d+(?: [a-z](?= |$))?|[a-z](?: \\d+)?(?= |$))`,
  'g',
);

const spaced = (code: string) => `${code[0]} ?${code[1]}`.toLowerCase();
const standardName = (name: string) => comparableWords(name).map(standardForm).join(' ');

/** Returns a pattern of the names of a state before the number of one of its roads. Without a state, of those that are nothing else. */
function stateNames(state: string): string {
  const short: Readonly<Record<string, string>> = { MI: 'm', KS: 'k' };
  const codes =
    state in usStates ? [state] : Object.keys(usStates).filter((code) => !/^(?:NE|CO|CT|FL)$/.test(code));
  const names = codes.flatMap((code) =>
    [standardName(usStates[code] ?? ''), spaced(code), short[state] ?? []].flat(),
  );
  // West Virginia before Virginia.
  return names.sort((one, other) => other.length - one.length).join('|');
}

type Row = readonly [spelling: RegExp, standard: string];

/**
 * What is written in several ways, as words in standard forms, and the one form in which it is compared. In this order. The sources are
 * sections and appendixes of USPS Publication 28.
 */
function rowsOf(state: string): readonly Row[] {
  const names = stateNames(state);
  const county = state === 'CO' ? 'c|cnty|cty' : 'c|cnty|cty|co';
  const road = (names: string, id = '(?= \\d)') => new RegExp(`\\b(?:${names})${id}`, 'g');
  return [
    // 233.22: two directions in a row are one.
    [/\b([ns]) ([ew])\b/g, '$1$2'],
    [/\b(?:dr )?(?:martin luther king|m l k|mlk)(?: (?:jr|junior))?(?= )/, 'mlk'],
    // 28, 281: post office boxes. 293: of Puerto Rico.
    [/\b(?:p (?:o|ofc)|po|pob|apartado)(?: (?:box|bx|drawer|drwr|postal))?(?= \d)/, 'po box'],
    // 24: rural routes. 25: highway contract routes.
    [/\b(?:rr|r r|rfd(?: rte)?|rural (?:rte|rd|delivery)|rd|rte) (\d+) (?:box|bx)\b/, 'rr $1 box'],
    [/\b(?:hcr?|hc rte|hwy contract(?: rte)?|star rte) (\d+) (?:box|bx)\b/, 'hc $1 box'],
    // 234.2, appendix F: roads that are named by a number, as states and their people call them.
    [/^(\d+(?: [a-z])?(?: [nsew]{1,2})?) rm(?= \d)/, '$1 rr'],
    [
      road('rr|r r|rural (?:rte|delivery)|rfd|ranch(?: to market)?(?: rd)?|rnch(?: to market)?(?: rd)?'),
      'rr',
    ],
    [road('(?:f ?m|farm(?: to)?(?: market| mkt)?)(?: rd)?'), 'fm'],
    [road('tr|t ?s ?r|(?:twp|township) (?:rd|hwy|rte)'), 'twprd'],
    [
      road(
        `c ?r|cth|csah|cty|(?:${county})(?: state aid)?(?: trunk)? (?:rd|rte|hwy)|cnty trunk|co rd`,
        roadId,
      ),
      'cntyrd',
    ],
    // As Houston writes it: FM 1960 Rd W.
    [/\b((?:fm|rr|cntyrd) \d+) rd\b/, '$1'],
    [road('u ?s ?h|(?:u ?s|united states)(?: (?:rte|hwy))?'), 'ushwy'],
    [road('i(?: ?h| hwy)?'), 'i'],
    [
      road(
        `(?:(?:${names}|st|state) )?(?:(?:st|state) )?(?:hwy|rte)|(?:(?:${names}) )?(?:st|state) rd|(?:${names}) rd`,
        roadId,
      ),
      'staterte',
    ],
    [road(`s ?[rh]|sth|${names}|carr(?: estatal)?(?: p ?r)?`), 'staterte'],
    [road('(?:st|state) (?=(?:loop|spur) )', ''), ''],
  ];
}

/** Moves a fraction behind the number of the house (232). */
function withFraction(text: string): string {
  return text.replace(
    new RegExp(`^(\\d+)((?: \\S+)*? (?!${unit}|${part})[a-z]+) (\\d/\\d)(?= |$)`),
    '$1 $3$2',
  );
}

/**
 * Moves secondary units behind the street, parts of a building in one order, and leaves out what a unit without a name of its own is called
 * (213, appendix C2).
 */
function unitsLast(text: string): string {
  const parts: string[] = [];
  const others = text
    .replace(/^no (?=\d)/, '')
    .replace(new RegExp(`^((?:${unit}|${part}) \\S+(?: [a-z])?) (\\d.*)$`), '$2 $1')
    .replace(/(?<= )(\d+) fl\b(?! \d)/, 'fl $1')
    .replace(partPattern, (found) => {
      parts.push(found);
      return '';
    })
    .replace(new RegExp(`(?<=.)\\b(?:${unit})(?: |$)`, 'g'), '');
  return [others.trim(), ...parts.sort()].join('');
}

/** Joins the two parts of a house number where a hyphen is part of all of them (Publication 28, appendix D1): Queens, Hawaii, Fair Lawn. */
function withJoinedNumber(street: string, { state = '', zipcode = '' }: Place): string {
  return street.replace(
    /^(\s*\d{1,3})\s?[-\u2010-\u2015](\d{2,4})\b/,
    (typed: string, first: string, second: string) => {
      const isKnown = state === 'HI' || /^(?:967|968|07410|110|111|113|114|116)/.test(zipcode);
      const between = Number(second) - Number(first);
      const isRange = between > 0 && between <= 20;
      return isKnown || (state === 'NY' && second.length === 2 && !isRange) ? `${first}${second}` : typed;
    },
  );
}

/** Moves what stands before the number of a house behind the street: the name of a building, an urbanization, a unit. */
function numberFirst(street: string): string {
  const pieces = street.split(/[,;\n]/);
  const at = pieces.findIndex((piece) => /^\s*(?:#|no\.? ?)?\d/i.test(piece));
  return at > 0 ? [...pieces.slice(at), ...pieces.slice(0, at)].join(' ') : street;
}

/**
 * Returns a word in its standard form, but a direction that is the whole name of a street as it is written: E Street is not East Street.
 */
function standardWord(word: string, at: number, typed: readonly string[]): string {
  const standard = typed.map((one) => standardForm(one));
  const isOut = (index: number) =>
    !/^[a-z]/.test(typed[index] ?? '') || isDirection.test(standard[index] ?? '');
  const isEnd = (index: number) =>
    isOut(index) || new RegExp(`^(?:${unit}|${part})$`).test(standard[index] ?? '');
  if (isDirection.test(standard[at] ?? '') && at > 0) {
    const isNumbered = standard[at + 1] === 'hwy' && /^\d/.test(typed[at + 2] ?? '');
    const isBefore = isOut(at - 1) && isSuffix.test(standard[at + 1] ?? '') && isEnd(at + 2) && !isNumbered;
    const isBehind = at === 2 && isOut(0) && isSuffix.test(standard[at - 1] ?? '') && isEnd(at + 1);
    const isPair = isDirection.test(standard[at - 1] ?? '');
    if ((isBefore && !isPair) || isBehind) return word;
  }
  // No. and So. are directions before a name, as in New England.
  const isName = /^[a-z]{2}/.test(typed[at + 1] ?? '');
  if (isName && /^[ns]o$/.test(word)) return word.charAt(0);
  return standard[at] ?? word;
}

/**
 * Returns a street address in one form for all spellings that USPS delivers to the same place: with the standard forms of suffixes,
 * directions, ordinals and numbered roads, and the number of a unit without what it is called.
 *
 * @param place state (USPS code) and zip code, where they are known: some spellings are the same only there
 */
export function comparableStreet(street: string, place: Place = {}): string {
  const first = numberFirst(withJoinedNumber(street, place));
  const typed = withNumbers(comparableWords(first.replaceAll('#', ' num ')));
  const text = typed.map(standardWord).join(' ');
  return rowsOf(place.state ?? '')
    .reduce((known, [spelling, standard]) => known.replace(spelling, standard), unitsLast(withFraction(text)))
    .replaceAll(/ +/g, ' ')
    .trim();
}
