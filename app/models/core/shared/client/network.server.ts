import { isIP, isIPv4 } from 'node:net'

/**
 * Returns the network that identifies one household or office: the whole IPv4 address, or the first 64 bits of an IPv6
 * address (the rest belongs to the device and changes daily). Null for an invalid address.
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

/** Shortens a network for display: enough to recognise the provider, too little to find the household. */
export function networkStart(network: string): string {
  const sign = network.includes(':') ? ':' : '.'
  return `${network.split(sign).slice(0, 2).join(sign)}${sign}…`
}
