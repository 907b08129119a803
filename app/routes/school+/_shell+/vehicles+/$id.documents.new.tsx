import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { formKeyOf, foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/kit/forms/fields'
import { openThing } from '~/kit/pages/form.server'
import { createDocument, documentSchema, vehicleDocumentRule } from '~/models/money/vehicles/documents.server'
import { documentForm } from '~/models/money/vehicles/vehicle-fields'
import { vehicles } from '~/models/money/vehicles/vehicles.server'
import { DocumentPage } from './__document-page'

export const handle = pageTitle(() => 'Add document', { hasForm: true })

const opening = { may: 'transport:edit', find: vehicles.find } as const

export async function loader(args: LoaderFunctionArgs) {
  const { at, thing } = await openThing(args, opening)
  const head = { title: 'Add document', context: `Vehicle ${thing.vehicleNumber}` }
  return { ...head, at: { id: at }, formKey: randomUUID(), values: shownValues(documentForm), stored: null }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at } = await openThing(args, opening)
  const form = await parseUploadForm(args.request, scope, documentSchema, { file: vehicleDocumentRule })
  if (!form.ok) return form.reply()
  const key = form.files.file[0]?.key ?? null
  const created = await createDocument(scope, at, formKeyOf(form.body), form.value, key)
  if (created.ok) return redirectWithToast(schoolPaths.vehicle(at), { type: 'success', title: 'Created!' })
  if (created.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { file: ['The file is no longer there. Choose it again.'] })
}

export default DocumentPage
