const carriers: readonly { name: string; shape: RegExp; url: string }[] = [
  { name: 'UPS', shape: /^1Z[0-9A-Z]{16}$/, url: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    shape: /^(9[1-5]\d{20}|[A-Z]{2}\d{9}US)$/,
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: 'FedEx', shape: /^(\d{12}|\d{15})$/, url: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: 'DHL', shape: /^(\d{10}|JD\d{18})$/, url: 'https://www.dhl.com/en/express/tracking.html?AWB=' },
];

/** Recognises a carrier by the shape of a tracking number. @returns its name and the page that follows the number */
export function carrierOf(trackingNumber: string) {
  const number = trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase();
  const carrier = carriers.find(({ shape }) => shape.test(number));
  return carrier && { name: carrier.name, url: carrier.url + number };
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
