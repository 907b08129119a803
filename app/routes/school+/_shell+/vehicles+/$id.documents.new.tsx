import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { formKeyOf, foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/models/shared/fields'
import { createDocument, documentSchema, vehicleDocumentRule } from '~/models/vehicles/documents.server'
import { documentForm } from '~/models/vehicles/vehicle-fields'
import { vehicles } from '~/models/vehicles/vehicles.server'
import { addressIdsOf } from '~/office/form.server'
import { DocumentForm } from './__document-form'

export const handle = pageTitle(() => 'Add document', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId, vehicleNumber } = foundOr404(await vehicles.find(scope, addressIdsOf(params)))
  return { id: publicId, vehicleNumber, formKey: randomUUID() }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId } = foundOr404(await vehicles.find(scope, addressIdsOf(params)))
  const form = await parseUploadForm(request, scope, documentSchema, { file: vehicleDocumentRule })
  if (!form.ok) return form.reply()
  const key = form.files.file[0]?.key ?? null
  const created = await createDocument(scope, publicId, formKeyOf(form.body), form.value, key)
  if (created.ok) return redirectWithToast(schoolPaths.vehicle(publicId), { type: 'success', title: 'Created!' })
  if (created.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { file: ['The file is no longer there. Choose it again.'] })
}

export default function NewVehicleDocumentPage() {
  const { id, vehicleNumber, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add document" context={`Of ${vehicleNumber}`} />
      <DocumentForm
        lastResult={useActionData<typeof action>()}
        values={shownValues(documentForm)}
        of={{ formKey }}
        stored={null}
        cancelHref={schoolPaths.vehicle(id)}
      />
    </>
  )
}
