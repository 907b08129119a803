import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { documentKindWords } from '~/models/transport/office-words'
import { deleteVehicleDocument } from '~/models/vehicles/save-document.server'
import { requireDocument } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Delete document')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, document } = await requireDocument(scope, params)
  return { vehicleId: place.vehicleId, thing: `${documentKindWords[document.kind]} of ${document.vehicleNumber}` }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireDocument(scope, params)
  const outcome = await deleteVehicleDocument(scope, place)
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.vehicle(place.vehicleId), { type: 'success', title: 'Deleted!' })
}

export default function DeleteVehicleDocumentPage() {
  const { vehicleId, thing } = useLoaderData<typeof loader>()
  return (
    <DeleteQuestion
      thing={thing}
      consequence="It will be deleted permanently, with its file."
      obstacle={null}
      backHref={schoolPaths.vehicle(vehicleId)}
    />
  )
}
