import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Host names with a meaning on one network only, or none at all (RFC 2606, 6761, 6762, 8375, and common practice). */
const ownNetwork =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/;

/** Whether a host is a name that can be public. IP addresses are not. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(name) && !ownNetwork.test(name);
}

/** Whether a host is this machine, to which nothing goes over a network. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/** IPv4 ranges that are not public (RFC 6890 and later). */
const notPublic4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Ranges within 2000::/3, the public part of IPv6, that are not public: tunnels to IPv4, and documentation. */
const notPublic6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [net, prefix] of notPublic4) refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of notPublic6) refused.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/**
 * Resolves a host name for a connection, and fails for addresses that are not public, whatever the owner of the name answers at
 * that moment.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) {
      callback(error ?? new Error('The name has no address.'), '', 0);
    } else if (!found.every(({ address }) => isPublicAddress(address))) {
      callback(new Error('The name leads into a network that is not public.'), '', 0);
    } else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
