import type { DrawnWay } from '~/components/maps/way-map'
import { TransportStatus } from '~/components/transport/transport-status'
import { Badge, ButtonLink, Card, EmptyState } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { EarlierApplication, TransportView } from '~/routes/students+/_shell+/__transport-status.server'

type StatusTabProps = {
  application: TransportView | null
  way: DrawnWay | null
  earlier: readonly EarlierApplication[]
}

/** The application that counts, and those of before. */
export function StatusTab({ application, way, earlier }: StatusTabProps) {
  if (!application)
    return (
      <EmptyState
        title={m.transport_none()}
        text={m.transport_none_text()}
        action={<ButtonLink href={paths.student.transport()}>{m.transport_tab_apply()}</ButtonLink>}
      />
    )
  const { payHref, cancelHref } =
    application.kind === 'vehicle'
      ? { payHref: paths.student.payVehicle(application.id), cancelHref: paths.student.cancelVehicle(application.id) }
      : { payHref: paths.student.payTransport, cancelHref: paths.student.cancelTransport }
  return (
    <>
      <TransportStatus application={application} payHref={payHref} cancelHref={cancelHref} way={way} />
      {earlier.length > 0 ? (
        <Card title={m.transport_earlier()}>
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
