import { expect, it } from 'vitest'
import { mapGeometry } from './map-geometry.server'

const textOf = (km: number) => `${km} km`
const place = (label: string, latitude: number, longitude: number) => ({ label, point: { latitude, longitude } })

it('places north above south and east right of west, within the frame', () => {
  const map = mapGeometry([place('South', 22.3, 70.7), place('North', 22.5, 70.9)], textOf)
  const [south, north] = map.points
  expect(north?.y).toBeLessThan(south?.y ?? 0)
  expect(north?.x).toBeGreaterThan(south?.x ?? 0)
  for (const { x, y } of map.points) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(map.width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(map.height)
  }
  expect(map.line).toBe(`M${south?.x} ${south?.y}L${north?.x} ${north?.y}`)
})

it('draws a scale bar whose width matches its label', () => {
  const map = mapGeometry([place('West', 22.3, 70.75), place('East', 22.3, 70.85)], textOf)
  expect(map.scale.text).toBe('2 km')
  const [west, east] = map.points
  const kmApart = 111.19 * Math.cos((22.3 * Math.PI) / 180) * 0.1
  expect(map.scale.width / ((east?.x ?? 0) - (west?.x ?? 0))).toBeCloseTo(2 / kmApart, 2)
})

it('draws a map for one point, and for several equal points', () => {
  const here = place('Here', 22.3, 70.8)
  for (const places of [[here], [here, here]]) {
    const map = mapGeometry(places, textOf)
    expect(map.points[0]).toMatchObject({ x: 320, y: 140 })
    expect(JSON.stringify(map)).not.toMatch(/null|NaN/)
  }
})
