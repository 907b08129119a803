import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { newDocumentSchema } from '~/models/vehicles/office-schema'
import { createVehicleDocument, vehicleDocumentRule } from '~/models/vehicles/save-document.server'
import { requireVehicle } from '~/routes/school+/_shell+/__transport-office.server'
import { DocumentForm } from './__document-form'

export const handle = pageTitle(() => 'Add document', { hasForm: true })

const nothing = { kind: '', number: '', expires_on: '' }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId, vehicleNumber } = await requireVehicle(scope, params)
  return { id: publicId, vehicleNumber, formKey: randomUUID() }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId } = await requireVehicle(scope, params)
  const form = await parseUploadForm(request, scope, newDocumentSchema, { file: vehicleDocumentRule })
  if (!form.ok) return form.reply()
  const { formKey, ...fields } = form.value
  const [file] = form.files.file
  const created = await createVehicleDocument(scope, publicId, formKey ?? randomUUID(), fields, file?.key ?? null)
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
        values={nothing}
        formKey={formKey}
        stored={null}
        cancelHref={schoolPaths.vehicle(id)}
      />
    </>
  )
}
