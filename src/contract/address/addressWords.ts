import { withPlainDigits } from '../lines.ts';
import { plainText, wordsOf } from '../words.ts';

/**
 * The words of US addresses as USPS writes them (Publication 28, appendixes B, C1 and C2): the whole word, the standard abbreviation, then
 * other spellings in use. "St" is also a saint.
 */
const spellings = `
alley aly allee ally|annex anx anex annx|arcade arc|avenue ave av aven avenu avn avnue avenida|bayou byu bayoo|beach bch|bend bnd
bluff blf bluf|bluffs blfs|bottom btm bot bottm|boulevard blvd boul boulv blv|branch br brnch|bridge brg brdge|brook brk|brooks brks
burg bg|business bus|bypass byp bypa bypas byps|camp cp cmp|canyon cyn canyn cnyn|cape cpe|causeway cswy causwa|center ctr cen cent centr centre cnter cntr
centers ctrs|circle cir circ circl crcl crcle|circles cirs|cliff clf|cliffs clfs|club clb|common cmn|commons cmns|corner cor|corners cors
course crse|court ct crt|courts cts|cove cv|coves cvs|creek crk|crescent cres crsent crsnt|crest crst|crossing xing crssng|crossroad xrd
curve curv|dale dl|dam dm|divide dv div dvd|drive dr driv drv|drives drs|estate est|estates ests|expressway expy exp expr express expw
extension ext extn extnsn|falls fls|ferry fry frry|field fld|fields flds|flat flt|flats flts|ford frd|forest frst forests|forge frg forg
fork frk|forks frks|fort ft frt|freeway fwy freewy frway frwy|garden gdn gardn grden grdn|gardens gdns grdns|gateway gtwy gatewy gatway gtway
glen gln|green grn|greens grns|grove grv grov|harbor hbr harb harbr hrbor harbour|haven hvn|heights hts ht|highway hwy highwy hiway hiwy hway
hill hl|hills hls|hollow holw hllw hollows holws|inlet inlt|island is islnd|islands iss islnds|isle isles|junction jct jction jctn junctn juncton
key ky|keys kys|knoll knl knol|knolls knls|lake lk|lakes lks|landing lndg lndng|lane ln|light lgt|loaf lf|lock lck|locks lcks|lodge ldg ldge lodg
manor mnr|manors mnrs|meadow mdw|meadows mdws medows|mill ml|mills mls|mission msn missn mssn|motorway mtwy|mount mt mnt|mountain mtn mntain mntn mountin mtin
mountains mtns mntns|neck nck|orchard orch orchrd|oval ovl|overpass opas|park prk|parkway pkwy parkwy pkway pky|parkways pkwys|passage psge
pine pne|pines pnes|place pl|plain pln|plains plns|plaza plz plza|point pt|points pts|port prt|ports prts|prairie pr prr
radial radl rad radiel|ranch rnch ranches rnchs|rapid rpd|rapids rpds|rest rst|ridge rdg rdge|ridges rdgs|river riv rvr rivr|road rd|roads rds
route rte rt|saint st sainte|shoal shl|shoals shls|shore shr shoar|shores shrs shoars|skyway skwy|spring spg spng sprng|springs spgs spngs sprngs
square sq sqr sqre squ|squares sqs sqrs|station sta statn stn|stravenue stra strav straven stravn strvn strvnue|stream strm streme|street st strt str
streets sts|summit smt sumit sumitt|terrace ter terr|throughway trwy|trace trce traces|track trak tracks trk trks|trafficway trfy|trail trl trails trls
trailer trlr trlrs|tunnel tunl tunel tunls tunnels tunnl|turnpike tpke trnpk turnpk|underpass upas|union un|valley vly vally vlly|valleys vlys
viaduct via vdct viadct|view vw|views vws|village vlg vill villag villg villiage|villages vlgs|ville vl|vista vis vist vst vsta|well wl|wells wls
way way wy|loop loop lp loops|pike pike pikes|township twp
calle cll|urbanizacion urb|condominio cond|residencial res|sector sect|carretera carr
north n|south s|east e|west w|northeast ne|northwest nw|southeast se|southwest sw
apartment apt apartamento|building bldg edificio edif|basement bsmt|department dept|floor fl flr|front frnt|hangar hngr|lobby lbby|lower lowr|office ofc
penthouse ph|room rm|space spc|suite ste|upper uppr|number no num
first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th|eleventh 11th|twelfth 12th
county cnty|interstate i|post p
`;

/** The whole words and standard abbreviations that a word may stand for. */
const forms = new Map<string, string[]>();
for (const entry of spellings.trim().split(/[|\n]/)) {
  const words = entry.split(' ');
  for (const word of words) forms.set(word, [...(forms.get(word) ?? []), ...words.slice(0, 2)]);
}

/** Returns the other forms of the words of an address, by which it is found too: `street saint` for `st`. */
export function otherForms(address: string): string {
  return wordsOf(address)
    .flatMap((word) => forms.get(word) ?? [])
    .join(' ');
}

/** Splits a text into words and numbers in one form, whatever its case, accents, punctuation and spacing. */
export function comparableWords(text: string): string[] {
  // A fraction is a word of its own: 1½.
  const plain = withPlainDigits(plainText(text.replaceAll(/(?=\p{No})/gu, ' ')))
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll('\u2044', '/');
  return plain.match(/[1-7]\/[2-8](?!\d)|\d+(?:st|nd|rd|th)(?![\p{L}\d])|\d+|[\p{L}\p{Nl}\p{No}]+/gu) ?? [];
}

/** Returns the standard abbreviation of a word, or the word. */
export function standardForm(word: string): string {
  return forms.get(word)?.[1] ?? word;
}

/** Returns a text in one form for all that differ in case, accents, punctuation and spacing only. */
export function comparableText(text: string): string {
  return comparableWords(text).join(' ');
}

/** Returns a city in one form for all its spellings: Saint and St, Fort and Ft, North and N. */
export function comparableCity(city: string): string {
  return comparableWords(city).map(standardForm).join(' ');
}
