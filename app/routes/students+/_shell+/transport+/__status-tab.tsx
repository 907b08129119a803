import type { DrawnWay } from '~/components/maps/way-map'
import { RideStatus } from '~/components/transport/ride-status'
import { Badge, ButtonLink, Card, EmptyState } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { EarlierRide, RideView } from '~/routes/students+/_shell+/__transport-status.server'

type StatusTabProps = {
  ride: RideView | null
  way: DrawnWay | null
  earlier: readonly EarlierRide[]
}

/** The application that counts, and those of before. */
export function StatusTab({ ride, way, earlier }: StatusTabProps) {
  if (!ride)
    return (
      <EmptyState
        title={m.rides_none()}
        text={m.rides_none_text()}
        action={<ButtonLink href={paths.student.transport()}>{m.rides_tab_apply()}</ButtonLink>}
      />
    )
  const { payHref, cancelHref } =
    ride.kind === 'vehicle'
      ? { payHref: paths.student.payVehicle(ride.id), cancelHref: paths.student.cancelVehicle(ride.id) }
      : { payHref: paths.student.payTransport, cancelHref: paths.student.cancelTransport }
  return (
    <>
      <RideStatus ride={ride} payHref={payHref} cancelHref={cancelHref} way={way} />
      {earlier.length > 0 ? (
        <Card title={m.rides_earlier()}>
          <ul className="found-places">
            {earlier.map((one) => (
              <li key={one.id}>
                <span>
                  {one.fareName}
                  <span className="hint">
                    {one.appliedOn}
                    {one.remarks ? ` · ${one.remarks}` : ''}
                  </span>
                </span>
                <Badge tone={one.tone}>{one.status}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}
