import type { MapGeometry } from '~/components/maps/map-geometry.server'
import { WayMap } from '~/components/maps/way-map'
import { Alert, Card, DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { FareView } from '~/models/transport/words.server'

/** A fare in words, with its drawn way. */
export type DrawnFare = FareView & { map: MapGeometry }

/** A calculated fare: how far, how long, what a month costs, and the way as a drawing, or on Google's map where the school has a key. */
export function FareResult({ fare }: { fare: DrawnFare }) {
  return (
    <Card title={m.transport_result()}>
      {fare.isFallback ? (
        <Alert tone="warn">
          <p>{m.maps_fallback()}</p>
        </Alert>
      ) : null}
      <DefinitionList
        items={[
          { label: m.transport_distance(), value: fare.distance },
          { label: m.transport_duration(), value: fare.duration },
          { label: m.transport_base_fare(), value: fare.baseFare },
          { label: m.transport_total_fare(), value: <strong>{fare.totalFare}</strong> },
          { label: m.transport_deposit(), value: fare.deposit },
          ...(fare.calculation ? [{ label: m.vehicles_calculation(), value: fare.calculation }] : []),
        ]}
      />
      <WayMap {...fare} />
    </Card>
  )
}
