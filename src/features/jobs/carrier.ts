export type Carrier = { name: string; url: string };

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

/** Whose tracking number it is, told by its shape, and where to follow it; undefined when it is not recognised. */
export function carrierOf(trackingNumber: string): Carrier | undefined {
  const number = trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase();
  const carrier = carriers.find(({ shape }) => shape.test(number));
  return carrier && { name: carrier.name, url: carrier.url + number };
}
