import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { documentKindWords } from '~/models/transport/office-words'
import { documentSchema } from '~/models/vehicles/office-schema'
import { updateVehicleDocument, vehicleDocumentRule } from '~/models/vehicles/save-document.server'
import { requireDocument } from '~/routes/school+/_shell+/__transport-office.server'
import { DocumentForm } from './__document-form'

export const handle = pageTitle(() => 'Edit document', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, document } = await requireDocument(scope, params)
  const { kind, number, expiresOn, fileKey, fileName, vehicleNumber } = document
  return {
    ...place,
    title: `${documentKindWords[kind]} of ${vehicleNumber}`,
    values: { kind, number: number ?? '', expires_on: expiresOn ?? '' },
    stored: fileKey === null ? null : { key: fileKey, fileName: fileName ?? '', href: paths.file(fileKey) },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireDocument(scope, params)
  const form = await parseUploadForm(request, scope, documentSchema, { file: vehicleDocumentRule })
  if (!form.ok) return form.reply()
  const [file] = form.files.file
  const outcome = await updateVehicleDocument(scope, place, form.value, file?.key ?? null)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(place.vehicleId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { file: ['The file is no longer there. Choose it again.'] })
}

export default function EditVehicleDocumentPage() {
  const { vehicleId, documentId, title, values, stored } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={title} />
      <DocumentForm
        lastResult={useActionData<typeof action>()}
        values={values}
        formKey={null}
        stored={stored}
        cancelHref={schoolPaths.vehicle(vehicleId)}
        aside={
          <ButtonLink href={schoolPaths.deleteVehicleDocument(vehicleId, documentId)} variant="quiet">
            Delete this document
          </ButtonLink>
        }
      />
    </>
  )
}
