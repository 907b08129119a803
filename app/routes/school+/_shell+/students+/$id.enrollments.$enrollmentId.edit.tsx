import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { findEnrollment } from '~/models/academics/enrollment-queries.server'
import { sectionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { type ChangeEnrollmentRefusal, changeEnrollment } from '~/models/admissions/change-enrollment.server'
import { enrollmentEditSchema, enrollmentMark } from '~/models/admissions/enrollment-schema'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { EnrollmentForm } from './__enrollment-form'

export const handle = pageTitle(() => 'Edit enrollment', { hasForm: true })

/** The enrollment of the address, if it is this student's. */
async function enrollmentOf(scope: SchoolScope, params: LoaderFunctionArgs['params']) {
  const found = isPublicId(params.enrollmentId) ? await findEnrollment(scope, params.enrollmentId) : null
  return foundOr404(found?.studentPublicId === params.id ? found : null)
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const enrollment = await enrollmentOf(scope, params)
  return {
    id: enrollment.publicId,
    seen: enrollmentMark(enrollment),
    hasLeft: enrollment.status === 'left',
    studentId: enrollment.studentPublicId,
    name: enrollment.studentName,
    place: `${classSection(enrollment.className, enrollment.sectionName)}, ${enrollment.sessionName}`,
    choices: {
      sessions: [{ publicId: enrollment.sessionPublicId, name: enrollment.sessionName, isCurrent: false }],
      sections: await sectionChoices(scope),
    },
    values: {
      academic_session: enrollment.sessionPublicId,
      section: enrollment.sectionPublicId,
      roll_number: enrollment.rollNumber === null ? '' : String(enrollment.rollNumber),
      enrolled_on: enrollment.enrolledOn,
    },
  }
}

const refusals: Record<
  Exclude<ChangeEnrollmentRefusal, 'not-found' | 'has-left' | 'changed'>,
  () => Record<string, string[]>
> = {
  'no-such-session': () => ({ academic_session: [m.students_session_invalid()] }),
  'no-such-section': () => ({ section: [m.students_class_invalid()] }),
  'has-payments': () => ({
    section: ['The fees of the class are paid or being paid; only a section of the same class can be chosen'],
  }),
  'section-full': () => ({ section: ['This section is full; choose another one or raise its capacity'] }),
  'roll-number-taken': () => ({ roll_number: ['Somebody in this section has this roll number already'] }),
  'already-enrolled': () => ({ academic_session: ['The student is enrolled in this session already'] }),
}

const hasLeftText = 'The student has left, so this enrollment cannot be changed. Re-admit the student first.'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const enrollment = await enrollmentOf(scope, params)
  const form = await parseForm(request, enrollmentEditSchema)
  if (!form.ok) return form.reply()
  const outcome = await changeEnrollment(scope, enrollment.publicId, form.value)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.student(enrollment.studentPublicId), { type: 'success', title: 'Updated!' })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'has-left') return form.refuse(hasLeftText)
  if (outcome.reason === 'changed') {
    const now = await enrollmentOf(scope, params)
    const reply = form.refuse(
      `Somebody else has changed this enrollment in the meantime: it is now ${classSection(now.className, now.sectionName)}, ` +
        `roll number ${now.rollNumber ?? 'none'}, enrolled on ${now.enrolledOn}. Save again to replace it with yours.`,
    )
    return data({ ...reply.data, seen: enrollmentMark(now) }, { status: 422 })
  }
  return form.refuse(null, refusals[outcome.reason]())
}

export default function EditEnrollmentPage() {
  const { id, seen, hasLeft, studentId, name, place, choices, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Enrollment of ${name}`} context={place} />
      {hasLeft ? (
        <Alert tone="warn" title="Left">
          <p>{hasLeftText}</p>
        </Alert>
      ) : (
        <Alert tone="info">
          <p>
            If the class changes, the fees change too: unpaid fees of the old class are withdrawn, and fees assigned to
            the new class are added.
          </p>
        </Alert>
      )}
      <EnrollmentForm
        mode="edit"
        lastResult={lastResult}
        values={values}
        choices={choices}
        seen={lastResult && 'seen' in lastResult ? lastResult.seen : seen}
        cancelHref={schoolPaths.student(studentId)}
        aside={
          <>
            <ButtonLink href={schoolPaths.academicHistory(studentId)} variant="quiet">
              Academic history
            </ButtonLink>
            <ButtonLink href={schoolPaths.deleteEnrollment(studentId, id)} variant="quiet">
              Delete this enrollment
            </ButtonLink>
          </>
        }
      />
    </>
  )
}
