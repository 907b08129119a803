import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PlaceChoice } from '~/components/maps/place-choice'
import { pageTitle, paths } from '~/http/paths'
import { keepPlace, loadPlaceChoice, placeEndOr404 } from '~/http/place-choice.server'
import { readForm, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.rides_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return loadPlaceChoice(scope, request, { kind: 'transport', end: placeEndOr404(params.end) })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const end = placeEndOr404(params.end)
  return keepPlace(scope, await readForm(request), { kind: 'transport', end }, paths.student.transport())
}

export default function TransportPlacePage() {
  const view = useLoaderData<typeof loader>()
  return (
    <PlaceChoice
      view={view}
      action={paths.student.transportPlace(view.end)}
      backHref={paths.student.transport()}
      refusal={useActionData<typeof action>()}
    />
  )
}
