import { isIP, isIPv4 } from 'node:net'

/**
 * The network that an address belongs to, as far as it tells one household or office from another: an IPv4 address whole, of an IPv6
 * address the first 64 bits (the rest is the device's, and changes every day). Null for what is no address.
 */
export function networkOf(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) === 0) return null
  if (isIPv4(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The beginning of a network for people to compare: enough to tell the provider, not enough to find the household. */
export function networkStart(network: string): string {
  const sign = network.includes(':') ? ':' : '.'
  return `${network.split(sign).slice(0, 2).join(sign)}${sign}…`
}
