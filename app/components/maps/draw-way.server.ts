import { m } from '~/language/paraglide/messages'
import { type MapGeometry, type MapPoint, mapGeometry } from './map-geometry.server'

export function drawWay<Fare extends { way: MapPoint[] }>(fare: Fare): Fare & { map: MapGeometry } {
  return { ...fare, map: mapGeometry(fare.way, (km) => m.transport_kilometres({ count: km })) }
}
