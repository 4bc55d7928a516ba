type Carrier = { name: string; shape: RegExp; url: string };

const ups = { name: 'UPS', url: 'https://www.ups.com/track?tracknum=' };
const usps = { name: 'USPS', url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' };
const fedEx = { name: 'FedEx', url: 'https://www.fedex.com/fedextrack/?trknbr=' };
const dhl = { name: 'DHL', url: 'https://www.dhl.com/en/express/tracking.html?AWB=' };

/**
 * The numbers of carriers, as they are typed and as a scanner reads them from a label; the named group is what the carrier's page takes.
 * USPS: Publication 199 (420 and the zip code before the number), and Certified Mail; FedEx: the last twelve digits of a label of 34, and
 * Ground of 20 and 22. Nine digits may be freight of anybody, ten a phone number.
 */
const carriers: readonly Carrier[] = [
  { ...ups, shape: /^(?<number>1Z[0-9A-Z]{16})$/ },
  { ...usps, shape: /^(?:420\d{5}(?:\d{4})?)?(?<number>9[1-5](?:\d{18}|\d{20}|\d{24}))$/ },
  { ...usps, shape: /^(?<number>(?:7\d|03|23)\d{18}|[A-Z]{2}\d{9}US)$/ },
  { ...fedEx, shape: /^(?:(?:96|1\d)\d{20})?(?<number>\d{12})$/ },
  { ...fedEx, shape: /^(?<number>\d{15}|(?:61|02)\d{18}|96\d{20}|DT\d{12})$/ },
  { ...dhl, shape: /^(?<number>(?![2-9][0-8]\d[2-9])\d{10}|JD\d{18})$/ },
];

/** What is written before a number; and what a scanner sends between the parts of a label, as control characters. */
const besides = /\b(?:UPS|USPS|FEDEX|DHL|COM|TRACKING|NUMBER|NO)\b|[^0-9A-Z]/g;

/**
 * Recognises a carrier by the shape of a tracking number, alone or as it is pasted: behind such words, or in one piece among others, as in
 * a link. @returns its name and the page that follows the number
 */
export function carrierOf(trackingNumber: string) {
  const typed = trackingNumber.toUpperCase();
  for (const text of [typed.replaceAll(besides, ''), ...(typed.match(/[0-9A-Z]{12,}/g) ?? [])]) {
    for (const { name, shape, url } of carriers) {
      const number = shape.exec(text)?.groups?.number;
      if (number !== undefined) return { name, url: url + number };
    }
  }
  return undefined;
}

/** Returns the hint of a field for a tracking number whose carrier is recognised. */
export function trackingHint(carrier: string | undefined): string | undefined {
  return carrier && `${carrier} number. The client will get a tracking link.`;
}

/** A tracking number; a link to the carrier's page where the carrier is recognised. */
export function TrackingNumber({ number }: { number: string }) {
  const carrier = carrierOf(number);
  if (!carrier)
    return (
      <span className="code" translate="no">
        {number}
      </span>
    );
  return (
    <a href={carrier.url} target="_blank" rel="noopener noreferrer">
      Track with {carrier.name}{' '}
      <span className="code" translate="no">
        {number}
      </span>
    </a>
  );
}
