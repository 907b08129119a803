import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { type FieldErrors, foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { sessionChoices } from '~/models/academics/queries.server'
import { type AcceptRefusal, acceptAdmission } from '~/models/admissions/accept-admission.server'
import { acceptanceSchema } from '~/models/admissions/admission-fields.server'
import { findAdmission, listSeatChoices } from '~/models/admissions/admission-queries.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId, publicIdOf } from '~/models/shared/public-id.server'
import { accountsSharingAName } from '~/models/students/options'
import { suggestEnrollmentNumber } from '~/models/students/queries.server'
import { nextEnrollmentNumbers } from '~/models/students/rules'
import { AcceptanceForm } from './__acceptance-form'

export const handle = pageTitle(() => 'Accept admission', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const found = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  if (found.state !== 'pending') throw redirect(schoolPaths.admission(found.publicId))
  const sessions = await sessionChoices(scope)
  const asked = publicIdOf(new URL(request.url).searchParams, 'session')
  const session =
    sessions.find(({ publicId }) => publicId === asked) ??
    sessions.find(({ publicId }) => publicId === found.academic_session) ??
    sessions[0]
  const [seats, enrollmentNumber] = await Promise.all([
    listSeatChoices(scope, { sessionId: session?.publicId ?? '', classId: found.class }),
    suggestEnrollmentNumber(scope),
  ])
  const today = todayInIndia(new Date())
  return {
    id: found.publicId,
    name: found.name,
    className: found.className,
    sessions: sessions.map(({ publicId, name, isCurrent }) => ({ publicId, name, isCurrent })),
    session: session?.publicId ?? '',
    seats,
    values: {
      academic_session: session?.publicId ?? '',
      section: seats.find((seat) => seat.className === found.className && seat.free > 0)?.publicId ?? '',
      roll_number: '',
      enrollment_number: enrollmentNumber,
      enrolled_on: today,
      admission_number: found.lastAdmissionNumber ? (nextEnrollmentNumbers(found.lastAdmissionNumber, 1)[0] ?? '') : '',
      admission_date: today,
    },
  }
}

type FieldRefusal = Exclude<AcceptRefusal, 'not-found' | 'decided'>

const refusals: Record<FieldRefusal, () => [string | null, FieldErrors?]> = {
  'no-such-session': () => [null, { academic_session: [m.students_session_invalid()] }],
  'no-such-section': () => [null, { section: [m.students_class_invalid()] }],
  'section-full': () => [null, { section: ['This section is full; choose another one or raise its capacity'] }],
  'roll-number-taken': () => [null, { roll_number: ['Somebody in this section has this roll number already'] }],
  'enrollment-number-taken': () => [
    null,
    { enrollment_number: ['Another student has this enrollment number already'] },
  ],
  'admission-number-taken': () => [null, { admission_number: ['Another student has this admission number already'] }],
  'email-crowded': () => [
    `${accountsSharingAName} students share this e-mail already; edit the admission before you accept it`,
  ],
  'mobile-crowded': () => [
    `${accountsSharingAName} students share this mobile number already; edit the admission before you accept it`,
  ],
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const { publicId: id } = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const form = await parseForm(request, acceptanceSchema)
  if (!form.ok) return form.reply()
  const outcome = await acceptAdmission(scope, id, form.value)
  if (outcome.ok) {
    const message = 'The student is enrolled and owes the fees of the class.'
    return redirectWithToast(schoolPaths.student(outcome.value), { type: 'success', title: 'Created!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'decided') {
    const message = 'The admission has already been decided'
    return redirectWithToast(schoolPaths.admission(id), { type: 'error', title: 'Creation Failed', message })
  }
  return form.refuse(...refusals[outcome.reason]())
}

export default function AcceptAdmissionPage() {
  const { id, name, className, ...rest } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Accept ${name}`}
        context={`${className ? `Applied for ${className}. ` : ''}The student, account, enrollment and fees are created together.`}
      />
      {rest.seats.length === 0 || rest.sessions.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add a session and a class with a section"
          text="A student is enrolled in a section of a class for a session."
          action={<ButtonLink href={schoolPaths.newSection}>Add section</ButtonLink>}
        />
      ) : (
        <AcceptanceForm id={id} lastResult={lastResult} {...rest} />
      )}
    </>
  )
}
