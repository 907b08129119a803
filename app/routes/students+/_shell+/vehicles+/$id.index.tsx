import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import {
  findOfferedVehicle,
  listOfferedTrips,
  listStopNames,
} from '~/models/money/transport/apply/offered-vehicles.server'
import { monthly, runTimesWord, tariffLines, vehicleTypeWord } from '~/models/money/transport/vehicle-words.server'
import { kmWord } from '~/models/money/transport/words.server'
import { vehicleFacts } from './__vehicle-list.server'
import { VehiclePicture } from './__vehicle-picture'

export const handle = pageTitle<{ number?: string }>((vehicle) => vehicle?.number ?? m.vehicles_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const vehicle = foundOr404(isPublicId(params.id) ? await findOfferedVehicle(scope, params.id) : null)
  const runs = await listOfferedTrips(scope, vehicle.publicId)
  const stops = await listStopNames(scope, [...new Set(runs.map(({ routeId }) => routeId))])
  return {
    id: vehicle.publicId,
    number: vehicle.vehicleNumber,
    type: vehicle.vehicleType,
    typeWord: vehicleTypeWord(vehicle.vehicleType),
    picture: vehicle.pictureKey && paths.file(vehicle.pictureKey),
    facts: [
      ...vehicleFacts(vehicle),
      ...(vehicle.destinationAddress ? [{ label: m.vehicles_destination(), value: vehicle.destinationAddress }] : []),
    ],
    tariff: tariffLines(vehicle),
    routes: runs.map((run) => ({
      id: run.publicId,
      name: run.routeName,
      isFull: run.freeSeats === 0,
      facts: [
        { label: m.vehicles_way(), value: `${run.startLocation} – ${run.endLocation}` },
        { label: m.vehicles_times(), value: runTimesWord(run) },
        { label: m.transport_distance(), value: kmWord(run.distanceMetres) },
        { label: m.vehicles_free_seats(), value: String(run.freeSeats) },
        ...(run.feePaise === null ? [] : [{ label: m.vehicles_fee(), value: monthly(run.feePaise) }]),
        ...(stops.has(run.routeId)
          ? [{ label: m.vehicles_stops(), value: (stops.get(run.routeId) ?? []).join(' · ') }]
          : []),
      ],
    })),
  }
}

export default function VehiclePage() {
  const vehicle = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  return (
    <>
      <PageHead title={vehicle.number} context={vehicle.typeWord} />
      <div className="cols">
        <Card className="home">
          <VehiclePicture type={vehicle.type} picture={dataSaver ? null : vehicle.picture} />
          <DefinitionList items={vehicle.facts} />
        </Card>
        <Card title={m.vehicles_costs()}>
          <ul>
            {vehicle.tariff.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Card>
      </div>
      <h2>{m.vehicles_routes()}</h2>
      {vehicle.routes.map((route) => (
        <section className="card" key={route.id}>
          <h3>{route.name}</h3>
          <DefinitionList items={route.facts} />
          {route.isFull ? (
            <p>{m.vehicles_no_seat()}</p>
          ) : (
            <p className="actions">
              <ButtonLink href={paths.student.applyForVehicle({ vehicle: vehicle.id, route: route.id })}>
                {m.vehicles_apply_route()}
                <span className="sr"> {route.name}</span>
              </ButtonLink>
            </p>
          )}
        </section>
      ))}
      <LinkParagraph href={paths.student.vehicles} label={m.vehicles_all()} />
    </>
  )
}
