import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'

const INTERNAL = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INTERNAL.addSubnet(network, bits)
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv6')

/** Whether an IP address belongs to this machine or to a network that outsiders cannot reach. */
export const isInternalAddress = (address: string, family: number): boolean =>
  INTERNAL.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** The same for a host name, as it resolves now. */
export async function isInternal({ hostname }: URL): Promise<boolean> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.some(({ address, family }) => isInternalAddress(address, family))
}
