import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { drawWay } from '~/components/maps/draw-way.server'
import { pageTitle } from '~/http/page'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listOwnTransport, moneyOfTransport } from '~/models/transport/own-transport.server'
import { isLive } from '~/models/transport/rules'
import {
  earlierApplication,
  routeOfTransport,
  transportView,
} from '~/routes/students+/_shell+/__transport-status.server'
import { StatusTab } from './__status-tab'
import { TransportHead } from './__transport-head'

export const handle = pageTitle(() => m.transport_title(), { hasMap: true })

/** The live application of either kind, else the newest for a fare of the school; and those for fares of before. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const rides = await listOwnTransport(scope)
  const current = rides.find(({ status }) => isLive(status)) ?? rides.find(({ kind }) => kind === 'transport')
  const way = current ? await routeOfTransport(scope, current) : null
  return {
    application: current ? transportView(current, await moneyOfTransport(scope, current)) : null,
    way: way && drawWay(way),
    earlier: rides
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
