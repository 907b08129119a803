import { describe, expect, it } from 'vitest'
import { networkOf, networkStart } from './network.server'

describe('networkOf', () => {
  it.each([
    ['103.21.58.7', '103.21.58.7'],
    ['::ffff:103.21.58.7', '103.21.58.7'],
    ['2409:40c1:1a:3c4d:8d2f:1:2:3', '2409:40c1:1a:3c4d'],
    ['2409:40C1:001a::3', '2409:40c1:1a:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['2409:40c1:1a:3c4d:5:6:1.2.3.4', '2409:40c1:1a:3c4d'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('returns the same network for two devices of one household, and a different one next door', () => {
    expect(networkOf('2409:40c1:1a:3c4d:aaaa::1')).toBe(networkOf('2409:40c1:1a:3c4d:bbbb::2'))
    expect(networkOf('2409:40c1:1a:3c4e::1')).not.toBe(networkOf('2409:40c1:1a:3c4d::1'))
    expect(networkOf('103.21.58.8')).not.toBe(networkOf('103.21.58.7'))
  })

  it.each([null, '', 'unknown', '103.21.58', '1.2.3.4.5', 'x'.repeat(5000), '12345::', ':::', '<b>'])(
    'returns null for %j',
    (address) => {
      expect(networkOf(address)).toBeNull()
    },
  )
})

it('shows only the beginning of a network address', () => {
  expect(networkStart('103.21.58.7')).toBe('103.21.…')
  expect(networkStart('2409:40c1:1a:3c4d')).toBe('2409:40c1:…')
})
