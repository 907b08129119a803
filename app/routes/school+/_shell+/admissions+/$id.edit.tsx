import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { admissionFiles, documentsOf, listAdmissionDocuments } from '~/models/admissions/admission-documents.server'
import { findAdmission } from '~/models/admissions/admission-queries.server'
import { admissionSchema } from '~/models/admissions/admission-schema'
import { updateAdmission } from '~/models/admissions/update-admission.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { fullName } from '~/models/students/rules'
import { AdmissionForm } from './__admission-form'
import { admissionRefusal } from './__admission-form.server'

export const handle = pageTitle(() => 'Edit admission', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const found = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  if (found.state !== 'pending') throw redirect(schoolPaths.admission(found.publicId))
  const [sessions, classes, documents] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listAdmissionDocuments(scope, found.id),
  ])
  return {
    id: found.publicId,
    name: fullName(found),
    choices: { classes, sessions: sessions.map(({ publicId, name }) => ({ publicId, name })) },
    documents: documents.map(({ kind, key, fileName }) => ({ kind, key, fileName, href: `/storage/${key}` })),
    formKey: randomUUID(),
    values: {
      first_name: found.firstName,
      last_name: found.lastName,
      father_name: found.fatherName,
      mother_name: found.motherName,
      gender: found.gender,
      date_of_birth: found.dateOfBirth,
      category: found.category,
      mobile_number: found.mobileNumber,
      email: found.email ?? '',
      address: found.address,
      rte: found.rte,
      class: found.classId ?? '',
      academic_session: found.sessionId ?? '',
      previous_school: found.previousSchool ?? '',
      previous_class: found.previousClass ?? '',
      previous_board: found.previousBoard ?? '',
      medium: found.medium ?? '',
      language: found.language,
      remarks: found.remarks ?? '',
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const { publicId: id } = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const schema = admissionSchema({ today: todayInIndia(new Date()) })
  const form = await parseUploadForm(request, scope, schema, admissionFiles)
  if (!form.ok) return form.reply()
  const documents = { added: documentsOf(form.files), removed: form.value.remove }
  const outcome = await updateAdmission(scope, id, form.value, documents)
  if (outcome.ok) return redirectWithToast(schoolPaths.admission(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'decided') {
    const message = 'The admission has already been decided'
    return redirectWithToast(schoolPaths.admission(id), { type: 'error', title: 'Update Failed', message })
  }
  return form.refuse(...admissionRefusal(outcome.reason))
}

export default function EditAdmissionPage() {
  const { id, name, ...rest } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Edit the admission of ${name}`} />
      <AdmissionForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        cancelHref={schoolPaths.admission(id)}
        {...rest}
      />
    </>
  )
}
