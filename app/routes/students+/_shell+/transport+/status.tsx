import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { drawWay } from '~/components/maps/draw-way.server'
import { Badge, ButtonLink, Card, EmptyState } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listOwnTransport, moneyOfTransport } from '~/models/money/transport/apply/own-transport.server'
import { isLive } from '~/models/money/transport/rules'
import { TransportStatus } from '~/routes/students+/_shell+/__transport-status'
import {
  earlierApplication,
  routeOfTransport,
  transportView,
} from '~/routes/students+/_shell+/__transport-status.server'
import { TransportHead } from './__transport-head'

export const handle = pageTitle(() => m.transport_title(), { hasMap: true })

/**
 * Returns the live application, for a fare of the school or for a vehicle; without one, the newest application for a
 * fare. Also returns all other applications for fares.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const applications = await listOwnTransport(scope)
  const current =
    applications.find(({ status }) => isLive(status)) ?? applications.find(({ kind }) => kind === 'transport')
  const way = current ? await routeOfTransport(scope, current) : null
  return {
    application: current ? transportView(current, await moneyOfTransport(scope, current)) : null,
    way: way && drawWay(way),
    earlier: applications
      .filter((application) => application !== current && application.kind === 'transport')
      .map(earlierApplication),
  }
}

export default function TransportStatusPage() {
  return (
    <>
      <TransportHead current="status" />
      <StatusTab {...useLoaderData<typeof loader>()} />
    </>
  )
}

function StatusTab({ application, way, earlier }: SerializeFrom<typeof loader>) {
  if (!application)
    return (
      <EmptyState
        title={m.transport_none()}
        text={m.transport_none_text()}
        action={<ButtonLink href={paths.student.transport()} label={m.transport_tab_apply()} />}
      />
    )
  return (
    <>
      <TransportStatus application={application} way={way} />
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
