import { describe, expect, it } from 'vitest'
import { greatCircleKm, isInIndiaBox, readPoint, readPointIn } from './geo'

describe('greatCircleKm', () => {
  // Published distances for the coordinates of these airports and cities.
  it.each([
    ['Delhi', 28.6139, 77.209, 'Mumbai', 19.076, 72.8777, 1148],
    ['Delhi', 28.6139, 77.209, 'Kolkata', 22.5726, 88.3639, 1305],
    ['Mumbai', 19.076, 72.8777, 'Bengaluru', 12.9716, 77.5946, 845],
    ['Chennai', 13.0827, 80.2707, 'Bengaluru', 12.9716, 77.5946, 290],
    ['Delhi', 28.6139, 77.209, 'Chennai', 13.0827, 80.2707, 1757],
  ])('measures the distance %s – %s', (_from, latitude, longitude, _to, otherLatitude, otherLongitude, published) => {
    const km = greatCircleKm({ latitude, longitude }, { latitude: otherLatitude, longitude: otherLongitude })
    expect(Math.abs(km - published) / published).toBeLessThan(0.01)
  })

  it('returns zero for the same point, and the same value in both directions', () => {
    const here = { latitude: 22.3, longitude: 70.8 }
    const there = { latitude: 23.02, longitude: 72.57 }
    expect(greatCircleKm(here, here)).toBe(0)
    expect(greatCircleKm(here, there)).toBeCloseTo(greatCircleKm(there, here), 9)
  })
})

describe('readPoint', () => {
  it.each([
    ['22.3', '70.8', { point: { latitude: 22.3, longitude: 70.8 } }],
    [' 8.08 ', '77.55', { point: { latitude: 8.08, longitude: 77.55 } }],
    ['70.8', '22.3', { refusal: 'swapped' }],
    ['51.5', '-0.12', { refusal: 'outside-india' }],
    ['90', '-180', { refusal: 'outside-india' }],
    ['-90', '180', { refusal: 'outside-india' }],
    ['91', '2', { refusal: 'out-of-range' }],
    ['22.3', '181', { refusal: 'out-of-range' }],
    ['north', '70', { refusal: 'no-number' }],
    ['', '70', { refusal: 'no-number' }],
    ['1e1', '70', { refusal: 'no-number' }],
  ])('reads %s, %s', (latitude, longitude, expected) => {
    expect(readPoint(latitude, longitude)).toEqual(expected)
  })
})

it.each([
  ['22.3,70.8', { point: { latitude: 22.3, longitude: 70.8 } }],
  ['  +22.3 \t,  70.8  ', { point: { latitude: 22.3, longitude: 70.8 } }],
  ['22.3,+70.8', { point: { latitude: 22.3, longitude: 70.8 } }],
  ['-22.3,-7', { refusal: 'outside-india' }],
  ['22..3, 70.8', { refusal: 'no-number' }],
  ['22.3 70.8', null],
  ['22.3,', null],
  [',70.8', null],
  ['at 22.3,70.8', null],
  ['22.3,70.8 N', null],
  ['22.3N,70.8', null],
  ['22.3,E70.8', null],
])('reads latitude and longitude from one text: "%s"', (text, expected) => {
  expect(readPointIn(text)).toEqual(expected)
})

it('includes the edges of the box around India, and nothing beyond them', () => {
  const inside = (latitude: number, longitude: number) => isInIndiaBox({ latitude, longitude })
  expect([inside(6, 68), inside(38, 98), inside(22, 79)]).toEqual([true, true, true])
  expect([inside(5.9, 79), inside(38.1, 79), inside(22, 67.9), inside(22, 98.1)]).toEqual([false, false, false, false])
})
