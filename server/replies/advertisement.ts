/** What phones and programs call themselves in the line that they add below what was typed. */
const phones = [
  String.raw`i(?:Phone|Pad|Pod)(?: (?:\d{1,2}|Pro|Air|Max|Mini|Plus|touch))*`,
  // Beginning with one of its names: all of them may be missing, and what somebody sent by a link is no phone.
  String.raw`(?=Verizon|AT&T|T-Mobile|Sprint|Samsung|Galaxy)(?:(?:Verizon|AT&T|T-Mobile|Sprint)(?: Wireless)?,? ?)?(?:Samsung ?)?(?:Galaxy)?(?: [A-Z]{0,4}\d{1,3}\w?\+?)?(?: (?:4G|5G|LTE|Ultra|Plus|FE|smartphone|phone|tablet|device))*`,
  String.raw`(?:Verizon Wireless )?(?:Android|BlackBerry|Google Pixel|Pixel|Huawei|Xiaomi|OnePlus|Motorola|Nokia|Windows)(?: (?:phone|mobile|device|smartphone|tablet|\d{1,2}\w?))?`,
  '(?:mobile|cell|smart) ?(?:phone|device)|phone|mobile|tablet',
];
const programs = [
  String.raw`Mail(?: for Windows(?: 1[01])?)?|Windows Mail|Apple Mail|Gmail(?: Mobile)?|Outlook(?:\.com| Mobile)?`,
  'Yahoo Mail|AOL(?: Mail| app)?|Proton ?Mail(?: (?:Android|iOS|mobile))?|Spark|Superhuman(?: iOS)?|myMail|BlueMail|K-9 Mail|Fastmail|Zoho Mail|Airmail|Mailbird|TypeApp',
];
const link = String.raw`(?:\s*[<([]\s*https?:\/\/[^\s<>]{1,300}\s*[>)\]])?`;
const platform =
  '(?: (?:for|on) (?:iOS|iPhone|iPad|Android|Mac|macOS|Windows|desktop|mobile)(?: (?:phone|device|1[01]))?)?';
const english = new RegExp(
  `^(?:Sent (?:from|via|with|using) (?:my |the (?:all new )?|a )?\\[?(?:${[...phones, ...programs].join('|')})\\]?|Get (?:${programs.join('|')}))${link}${platform}(?: secure email| mobile app)?[.!]?${link}$`,
  'i',
);
/** The same of an iPhone in other languages. */
const iPhone = /^(?=.{0,40}$).*\b(?:iPhone|iPad)/;
const sent =
  /^(envoyé|von meine[mr]|gesendet|enviad|inviat|verstuurd|verzonden|skickat|sendt|lähetetty|wysłan|odesláno|отправлено|发自|從我的)|(gesendet|送信|傳送|보냄)\S?$/i;
/** Outlook’s in any language has an address of its own. */
const outlook = /^[^.!?<>]{3,50}\b(iOS|Android)\s*<https:\/\/aka\.ms\/\w{1,20}>( \p{L}{1,20})?$/u;
const yahoo = /^Yahoo Mail: Search, Organize, Conquer\b/;

/** Whether a line is what a program or a phone adds below what was typed, to speak of itself: a whole line of a known form. */
export function isAdvertisement(line: string): boolean {
  const text = line.trim();
  if (text.length > 400) return false;
  return (
    english.test(text) || outlook.test(text) || yahoo.test(text) || (iPhone.test(text) && sent.test(text))
  );
}
