import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { EditStudentForm } from '~/components/students/edit-student-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { type UpdateStudentRefusal, updateStudent } from '~/models/admissions/update-student.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { accountsSharingAName } from '~/models/students/options'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'
import { studentSchema } from '~/models/students/schema'

export const handle = pageTitle(() => 'Edit student', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  return {
    id: student.publicId,
    name: fullName(student),
    values: {
      first_name: student.firstName,
      last_name: student.lastName,
      mother_name: student.motherName,
      father_name: student.fatherName,
      address: student.address,
      gender: student.gender,
      date_of_birth: student.dateOfBirth,
      category: student.category,
      mobile_number: student.mobileNumber,
      email: student.email ?? '',
      rte: student.rte,
      enrollment_number: student.enrollmentNumber,
    },
  }
}

const refusals: Record<Exclude<UpdateStudentRefusal, 'not-found'>, Record<string, string[]>> = {
  'enrollment-number-taken': { enrollment_number: ['Another student has this enrollment number already'] },
  'email-crowded': { email: [`${accountsSharingAName} students share this e-mail already`] },
  'mobile-crowded': { mobile_number: [`${accountsSharingAName} students share this mobile number already`] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, studentSchema({ today: todayInIndia(new Date()) }))
  if (!form.ok) return form.reply()
  const outcome = await updateStudent(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(paths.school.student(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, refusals[outcome.reason])
}

export default function EditStudentPage() {
  const { id, name, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Edit ${name}`} />
      <EditStudentForm
        lastResult={useActionData<typeof action>()}
        values={values}
        cancelHref={paths.school.student(id)}
      />
    </>
  )
}
