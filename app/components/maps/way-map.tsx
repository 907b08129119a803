import { m } from '~/language/paraglide/messages'
import type { Marked } from './google-maps'
import { MapFrame } from './map-frame'
import type { MapGeometry } from './map-geometry.server'
import { SmallMap } from './small-map'

export interface DrawnWay {
  way: readonly Marked[]
  distance: string
  mapLabel: string
  map: MapGeometry
  /** Of the school; null where it has none. */
  browserKey: string | null
}

/** The way of a ride: the server's drawing, or Google's map where the school has a key. */
export function WayMap({ way, distance, mapLabel, map, browserKey }: DrawnWay) {
  return (
    <MapFrame browserKey={browserKey} marked={way} label={mapLabel}>
      <SmallMap map={map} label={mapLabel} distance={`${m.transport_distance()}: ${distance}`} />
    </MapFrame>
  )
}
