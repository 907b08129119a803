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
  /** The school's browser key; null without one. */
  browserKey: string | null
}

/** Map of a trip's route: the server drawing, or Google's map if the school has a key. */
export function WayMap({ way, distance, mapLabel, map, browserKey }: DrawnWay) {
  return (
    <MapFrame browserKey={browserKey} marked={way} label={mapLabel}>
      <SmallMap map={map} label={mapLabel} distance={`${m.transport_distance()}: ${distance}`} />
    </MapFrame>
  )
}
