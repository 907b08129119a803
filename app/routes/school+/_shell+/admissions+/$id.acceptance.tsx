import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { acceptAdmission } from '~/models/entry/admissions/applicants/accept-admission.server'
import { acceptanceForm, acceptanceRefusals } from '~/models/entry/admissions/applicants/acceptance-fields'
import { findAdmission, listSeatChoices } from '~/models/entry/admissions/applicants/admission-queries.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { classSection, sessionOptions } from '~/models/people/academics/rules'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { decidedAlready } from './__admission-words'

export const handle = pageTitle(() => 'Accept admission', { hasForm: true })

const page = creating({
  form: acceptanceForm,
  may: 'admissions:edit',
  within: (scope, id: string) => findAdmission(scope, id),
  more: async ({ publicId, name, className, ...found }, scope, _staff, query) => {
    if (found.state !== 'pending') throw redirect(schoolPaths.admission(publicId))
    const sessions = await sessionChoices(scope)
    const requestedSessionId = publicIdOf(query, 'session')
    const session =
      sessions.find((one) => one.publicId === requestedSessionId) ??
      sessions.find((one) => one.publicId === found.academic_session) ??
      sessions[0]
    const seatFilter = { sessionId: session?.publicId ?? '', classId: found.class }
    const [seats, numbers] = await Promise.all([listSeatChoices(scope, seatFilter), suggestNumbers(scope)])
    return {
      name,
      className,
      numbers,
      seats,
      session: { publicId: seatFilter.sessionId, name: session?.name },
      sessions: sessionOptions(sessions),
      others: sessions.filter((one) => one !== session).map((one) => ({ publicId: one.publicId, name: one.name })),
    }
  },
  start: (_scope, _query, _staff, _admission, { session, seats, className, numbers }) => {
    const today = todayInIndia(new Date())
    return {
      academicSession: session.publicId,
      section: seats.find((seat) => seat.className === className && seat.free > 0)?.publicId ?? '',
      enrollment_number: numbers.enrollment,
      enrolledOn: today,
      admission_number: numbers.admission ?? '',
      admission_date: today,
    }
  },
  create: async (scope, _key, values, id) => {
    const outcome = await acceptAdmission(scope, id, values)
    if (outcome.ok || outcome.reason !== 'decided') return outcome
    const toast = { type: 'error', title: 'Creation Failed', message: decidedAlready } as const
    throw await redirectWithToast(schoolPaths.admission(id), toast)
  },
  refusals: acceptanceRefusals,
  created: schoolPaths.student,
  message: 'The student is enrolled, and the fees of the class have been assigned.',
})
export const loader = page.loader
export const action = page.action

export default function AcceptAdmissionPage() {
  const { name, className, seats, sessions } = useLoaderData<typeof loader>().more
  const title = `Accept ${name}`
  const context = `${className ? `Applied for ${className}. ` : ''}The student, account, enrollment and fees are created together.`
  if (seats.length > 0 && sessions.length > 0) return <AcceptanceForm title={title} context={context} />
  return (
    <>
      <PageHead title={title} context={context} />
      <EmptyState
        icon="school"
        title="First add a session and a class with a section"
        text="A student is enrolled in a section of a class for a session."
        action={<ButtonLink href={schoolPaths.newSection} label="Add section" />}
      />
    </>
  )
}

function AcceptanceForm(words: { title: string; context: string }) {
  return (
    <FormPage<typeof loader>
      {...words}
      form={acceptanceForm}
      submit="Accept admission"
      cancelHref={({ at }) => schoolPaths.admission(at)}
      known={({ more: { sessions, seats } }) => ({
        academicSession: { options: sessions },
        section: {
          options: seats.map((seat) => ({
            value: seat.publicId,
            label: `${classSection(seat.className, seat.name)} (${seat.free > 0 ? `${seat.free} free` : 'full'})`,
          })),
        },
      })}
      above={({ at, more: { session, others } }) =>
        others.length > 0 ? (
          <p>
            Free seats are shown for {session.name}. Show them for{' '}
            {others.map(({ publicId, name }, index) => (
              <span key={publicId}>
                {index > 0 ? ', ' : ''}
                <a href={`${schoolPaths.acceptAdmission(at)}?session=${publicId}`}>{name}</a>
              </span>
            ))}
            .
          </p>
        ) : null
      }
    />
  )
}
