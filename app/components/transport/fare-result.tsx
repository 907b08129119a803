import type { MapGeometry } from '~/components/maps/map-geometry.server'
import { WayMap } from '~/components/maps/way-map'
import { Alert, Card, DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { FareView } from '~/models/money/transport/words.server'

export type DrawnFare = FareView & { map: MapGeometry }

export function FareResult({ fare }: { fare: DrawnFare }) {
  return (
    <Card title={m.transport_result()}>
      {fare.isFallback ? <Alert tone="warn" text={m.maps_fallback()} /> : null}
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
