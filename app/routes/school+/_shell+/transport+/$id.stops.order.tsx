import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ButtonLink, PageHead } from '~/components/ui'
import { foundOr404, readForm } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { routes } from '~/models/money/vehicles/routes.server'
import { listStops, moveStop } from '~/models/money/vehicles/stops.server'

export const handle = pageTitle(() => 'Order of the stops')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, at: id, thing: route } = await openThing(args, { may: 'transport:edit', find: routes.find })
  const stops = await listStops(scope, route)
  return {
    id,
    name: route.name,
    stops: stops.map((stop) => ({ publicId: stop.publicId, name: stop.name, time: clockOf(stop.pickupMinute) })),
  }
}

/** Moves a stop; the pressed button sends `up 2bcdfghjkmnp`. */
export async function action(args: ActionFunctionArgs) {
  const { scope, at: routeId } = await openThing(args, { may: 'transport:edit', find: routes.find })
  const [by, stopId] = String((await readForm(args.request)).get('move')).split(' ')
  if (by !== 'up' && by !== 'down') throw new Response(null, { status: 400 })
  const outcome = await moveStop(scope, { id: routeId, stopId: foundOr404(isPublicId(stopId) ? stopId : null) }, by)
  return outcome.ok ? redirect(schoolPaths.stopOrder(routeId), 303) : foundOr404(null)
}

export default function StopOrderPage() {
  const { id, name, stops } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Order of the stops" context={<a href={schoolPaths.route(id)}>{name}</a>} />
      <Form method="post" className="card stack">
        <ol className="stack">
          {stops.map((stop, index) => (
            <li key={stop.publicId}>
              <p>{`${stop.name} – ${stop.time}`}</p>
              <p className="actions">
                {index > 0 ? (
                  <button type="submit" className="btn btn-secondary" name="move" value={`up ${stop.publicId}`}>
                    Up<span className="sr">{` ${stop.name}`}</span>
                  </button>
                ) : null}
                {index < stops.length - 1 ? (
                  <button type="submit" className="btn btn-secondary" name="move" value={`down ${stop.publicId}`}>
                    Down<span className="sr">{` ${stop.name}`}</span>
                  </button>
                ) : null}
              </p>
            </li>
          ))}
        </ol>
        <p>
          <ButtonLink href={schoolPaths.route(id)} variant="secondary" label="Back to the route" />
        </p>
      </Form>
    </>
  )
}
