import ipaddr from 'ipaddr.js';

/** In the place of a text that is no address: `X-Forwarded-For` may hold what a caller chose. */
const NO_ADDRESS = '未知';

/** The caller's address, spelled in one way, without port and interface. */
export const addressOf = ({ ip }: { ip: string }): string => parse(ip)?.toString() ?? NO_ADDRESS;

/** The part of an address that one party holds: a whole IPv4 address, the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? NO_ADDRESS;
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** An IPv4 address inside an IPv6 one is the same caller's. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  const address = new ipaddr.IPv6(ipaddr.IPv6.parse(bare).parts);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
