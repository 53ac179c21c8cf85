import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'

const NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const

const NETWORKS_V6 = [
  // Unspecified, loopback and IPv4-compatible.
  ['::', 96],
  // IPv4-translated.
  ['::ffff:0:0:0', 96],
  // Of translators inside a network, discarded, Teredo, unique local, link-local, site-local, multicast.
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

/** Two groups of IPv6 from an IPv4 address. */
const groupsOf = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const INTERNAL = new BlockList()
for (const [network, bits] of NETWORKS) {
  INTERNAL.addSubnet(network, bits)
  // The same behind NAT64 and 6to4, which carry an IPv4 address; the list itself recognizes ::ffff:0:0/96.
  INTERNAL.addSubnet(`64:ff9b::${groupsOf(network)}`, 96 + bits, 'ipv6')
  INTERNAL.addSubnet(`2002:${groupsOf(network)}::`, 16 + bits, 'ipv6')
}
for (const [network, bits] of NETWORKS_V6) INTERNAL.addSubnet(network, bits, 'ipv6')

/** Whether an IP address belongs to this machine, or to a network that outsiders cannot reach. */
export function isInternalAddress(address: string, family: number): boolean {
  const [plain = ''] = address.split('%')
  return INTERNAL.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** The same for a host name, as it resolves now. */
export async function isInternal({ hostname }: URL): Promise<boolean> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.some(({ address, family }) => isInternalAddress(address, family))
}
