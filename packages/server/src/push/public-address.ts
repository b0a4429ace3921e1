import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Addresses that lead to this machine, its own network, or nowhere: the registries of special addresses (RFC 6890) name them. */
const SPECIAL_IPV4 = [
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
] as const

/** Inside of what is global: tunnels that carry another address, and documentation. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the internet, and not of this machine or a network behind it. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  const carried = findCarriedIPv4(address)
  if (carried !== null) return isPublicAddress(carried)
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** The IPv4 address inside of a mapped one (`::ffff:0:0/96`), or of one that a NAT64 leads on (`64:ff9b::/96`). */
function findCarriedIPv4(address: string): string | null {
  const groups = toGroups(address)
  const head = groups.slice(0, 6).join(':')
  if (head !== '0:0:0:0:0:ffff' && head !== '64:ff9b:0:0:0:0') return null
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** All eight, as the URL parser writes them. */
function toGroups(address: string): string[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = plain.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}
