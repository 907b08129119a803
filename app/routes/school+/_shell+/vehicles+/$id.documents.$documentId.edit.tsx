import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { changesOf, foundOr404, lockOf, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/models/shared/fields'
import {
  type DocumentIds,
  documentSchema,
  findDocument,
  updateDocument,
  vehicleDocumentRule,
} from '~/models/vehicles/documents.server'
import { documentForm, documentKindWords } from '~/models/vehicles/vehicle-fields'
import { addressIdsOf } from '~/office/form.server'
import { DocumentForm } from './__document-form'

export const handle = pageTitle(() => 'Edit document', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const at = addressIdsOf<DocumentIds>(params)
  const { version, fileKey, fileName, vehicleNumber, ...document } = foundOr404(await findDocument(scope, at))
  return {
    at,
    version,
    title: `${documentKindWords[document.kind]} of ${vehicleNumber}`,
    values: shownValues(documentForm, document),
    stored: fileKey === null ? null : { key: fileKey, fileName: fileName ?? '', href: paths.file(fileKey) },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const at = addressIdsOf<DocumentIds>(params)
  const find = async () => foundOr404(await findDocument(scope, at))
  const stored = await find()
  const form = await parseUploadForm(request, scope, documentSchema, { file: vehicleDocumentRule })
  const lock = lockOf(form.body, stored, (now) => changesOf(documentForm, now, form.body))
  if (!form.ok) return lock.answer(form.reply())
  const file = { key: form.files.file[0]?.key ?? null, removesFile: form.body.get('remove') === 'on' }
  const outcome = await updateDocument(scope, at, lock.version, form.value, file)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(at.id), { type: 'success', title: 'Updated!' })
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'file-gone':
      return lock.answer(form.refuse(null, { file: ['The file is no longer there. Choose it again.'] }))
    case 'changed':
      return lock.answer(form.refuse('Somebody else saved this document since you opened it'), await find())
  }
}

export default function EditVehicleDocumentPage() {
  const { at, version, title, values, stored } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={title} />
      <DocumentForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        stored={stored}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} typed={null} /> : undefined}
        cancelHref={schoolPaths.vehicle(at.id)}
        aside={
          <ButtonLink href={schoolPaths.deleteVehicleDocument(at.id, at.documentId)} variant="quiet">
            Delete this document
          </ButtonLink>
        }
      />
    </>
  )
}
