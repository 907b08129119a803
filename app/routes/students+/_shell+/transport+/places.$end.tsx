import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { LocationChoice } from '~/components/maps/location-choice'
import { keepLocation, loadLocationChoice, routeEndOr404 } from '~/http/location-choice.server'
import { pageTitle, paths } from '~/http/paths'
import { readForm, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.transport_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return loadLocationChoice(scope, request, { kind: 'transport', end: routeEndOr404(params.end) })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const end = routeEndOr404(params.end)
  return keepLocation(scope, await readForm(request), { kind: 'transport', end }, paths.student.transport())
}

export default function TransportLocationPage() {
  const view = useLoaderData<typeof loader>()
  return (
    <LocationChoice
      view={view}
      action={paths.student.transportLocation(view.end)}
      backHref={paths.student.transport()}
      refusal={useActionData<typeof action>()}
    />
  )
}
