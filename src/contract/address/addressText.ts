import type { Address } from './address.ts';

function place(address: Address): string {
  return [address.city, [address.state, address.zipcode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}

/** `12 Main St, Springfield, IL 62701` */
export function addressLine(address: Address): string {
  return [address.streetName, place(address)].filter(Boolean).join(', ');
}

/** Street, then place: `['12 Main St', 'Springfield, IL 62701']`. */
export function addressLines(address: Address): [street: string, place: string] {
  return [address.streetName, place(address)];
}
