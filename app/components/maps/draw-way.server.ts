import { m } from '~/language/paraglide/messages'
import { type MapGeometry, type MapPoint, mapGeometry } from './map-geometry.server'

/** The same fare with the drawing of its way. */
export function drawWay<Fare extends { way: MapPoint[] }>({
  way,
  ...fare
}: Fare): Omit<Fare, 'way'> & { map: MapGeometry } {
  return { ...fare, map: mapGeometry(way, (km) => m.rides_kilometres({ count: km })) }
}
