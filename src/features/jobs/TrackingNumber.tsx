import { carrierOf } from './carrier.ts';

/** A tracking number; where its shape tells the carrier, a link to the carrier's page. */
export function TrackingNumber({ number }: { number: string }) {
  const carrier = carrierOf(number);
  if (!carrier) return <span className="code">{number}</span>;
  return (
    <a href={carrier.url} target="_blank" rel="noopener noreferrer">
      Follow with {carrier.name} <span className="code">{number}</span>
    </a>
  );
}
