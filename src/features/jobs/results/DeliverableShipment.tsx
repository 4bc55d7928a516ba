import type { Deliverable } from '../../../contract/deliverable.ts';
import { carrierOf } from '../carrier.ts';
import { TrackingNumber } from '../TrackingNumber.tsx';

/** Who carries wet stamps under which number; a link where the number's shape tells the same carrier. */
export function DeliverableShipment({
  carrier,
  trackingNumber,
}: Pick<Deliverable, 'carrier' | 'trackingNumber'>) {
  if (!trackingNumber) return carrier && `by ${carrier}`;
  const recognised = carrierOf(trackingNumber)?.name.toLowerCase();
  if (carrier === '' || carrier.toLowerCase() === recognised)
    return <TrackingNumber number={trackingNumber} />;
  return (
    <>
      {carrier} <span className="code">{trackingNumber}</span>
    </>
  );
}
