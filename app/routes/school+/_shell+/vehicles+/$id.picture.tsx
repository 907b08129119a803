import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PictureForm } from '~/components/forms/picture-form'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { pictureSchema } from '~/models/hostels/office-schema'
import { saveVehiclePicture, vehiclePictureRule } from '~/models/vehicles/save-picture.server'
import { requireVehicle } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Picture of a vehicle', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const vehicle = await requireVehicle(scope, params)
  const pictureUrl = vehicle.thumbnailKey === null ? null : paths.file(vehicle.thumbnailKey)
  return { id: vehicle.publicId, name: vehicle.vehicleNumber, pictureUrl }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const vehicle = await requireVehicle(scope, params)
  const form = await parseUploadForm(request, scope, pictureSchema, { picture: vehiclePictureRule })
  if (!form.ok) return form.reply()
  const [file] = form.files.picture
  if (!file && !form.value.remove) return form.refuse(null, { picture: ['Please upload an image file'] })
  const saved = await saveVehiclePicture(scope, vehicle.publicId, file?.key ?? null)
  if (saved.ok) return redirectWithToast(schoolPaths.vehicle(vehicle.publicId), { type: 'success', title: 'Updated!' })
  if (saved.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { picture: ['The picture is no longer there. Choose it again.'] })
}

export default function VehiclePicturePage() {
  const { id, name, pictureUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Picture of ${name}`} context="Students see it in the list of vehicles." />
      <PictureForm
        lastResult={useActionData<typeof action>()}
        name={name}
        pictureUrl={pictureUrl}
        cancelHref={schoolPaths.vehicle(id)}
      />
    </>
  )
}
