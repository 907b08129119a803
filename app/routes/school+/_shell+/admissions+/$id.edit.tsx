import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { changesOf, foundOr404, lockOf, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/kit/forms/fields'
import { isPublicId } from '~/models/core/shared/public-id.server'
import {
  admissionFiles,
  documentsOf,
  listAdmissionDocuments,
} from '~/models/entry/admissions/applicants/admission-documents.server'
import { admissionForm, admissionSchema } from '~/models/entry/admissions/applicants/admission-fields.server'
import { findAdmission } from '~/models/entry/admissions/applicants/admission-queries.server'
import { updateAdmission } from '~/models/entry/admissions/applicants/save-admission.server'
import { AdmissionForm } from './__admission-form'
import { admissionRefusal, openAdmissionForm } from './__admission-form.server'
import { decidedAlready } from './__admission-words'

export const handle = pageTitle(() => 'Edit admission', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const admission = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  if (admission.state !== 'pending') throw redirect(schoolPaths.admission(admission.publicId))
  const [opened, documents] = await Promise.all([openAdmissionForm(scope), listAdmissionDocuments(scope, admission.id)])
  const { session: _, ...form } = opened
  return {
    ...form,
    id: admission.publicId,
    name: admission.name,
    version: admission.version,
    documents: documents.map(({ kind, key, fileName }) => ({ kind, key, fileName, href: paths.file(key) })),
    values: shownValues(admissionForm, admission),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const find = async () => foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const admission = await find()
  const id = admission.publicId
  const form = await parseUploadForm(request, scope, admissionSchema, admissionFiles)
  const lock = lockOf(form.posted, admission, (now) => changesOf(admissionForm, now, form.posted))
  if (!form.ok) return lock.answer(form.reply())
  const { remove, ...fields } = form.value
  const documents = { added: documentsOf(form.files), removed: remove }
  const outcome = await updateAdmission(scope, id, lock.version, fields, documents)
  if (outcome.ok) return redirectWithToast(schoolPaths.admission(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'decided') {
    return redirectWithToast(schoolPaths.admission(id), {
      type: 'error',
      title: 'Update Failed',
      message: decidedAlready,
    })
  }
  if (outcome.reason !== 'changed') return lock.answer(form.refuse(...admissionRefusal(outcome.reason)))
  return lock.answer(form.refuse('Another person saved this admission since you opened it'), await find())
}

export default function EditAdmissionPage() {
  const { id, name, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit the admission of ${name}`} />
      <AdmissionForm
        lastResult={answer?.result}
        conflict={answer?.conflict}
        cancelHref={schoolPaths.admission(id)}
        {...rest}
      />
    </>
  )
}
