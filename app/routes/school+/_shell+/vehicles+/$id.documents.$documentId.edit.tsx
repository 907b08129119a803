import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '~/http/paths'
import { changesOf, foundOr404, lockOf, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/kit/forms/fields'
import { openThing } from '~/kit/pages/form.server'
import {
  documentSchema,
  findDocument,
  updateDocument,
  vehicleDocumentRule,
} from '~/models/money/vehicles/documents.server'
import { documentForm, documentKindWords } from '~/models/money/vehicles/vehicle-fields'
import { DocumentPage } from './__document-page'

export const handle = pageTitle(() => 'Edit document', { hasForm: true })

const opening = { may: 'transport:edit', find: findDocument } as const

export async function loader(args: LoaderFunctionArgs) {
  const { at, thing } = await openThing(args, opening)
  const { version, fileKey, fileName, vehicleNumber, ...document } = thing
  return {
    at,
    version,
    title: `${documentKindWords[document.kind]} of ${vehicleNumber}`,
    values: shownValues(documentForm, document),
    stored: fileKey === null ? null : { key: fileKey, fileName: fileName ?? '', href: paths.file(fileKey) },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at, thing } = await openThing(args, opening)
  const form = await parseUploadForm(args.request, scope, documentSchema, { file: vehicleDocumentRule })
  const lock = lockOf(form.body, thing, (now) => changesOf(documentForm, now, form.body))
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
      return lock.answer(
        form.refuse('Another person saved this document since you opened it'),
        foundOr404(await findDocument(scope, at)),
      )
  }
}

export default DocumentPage
