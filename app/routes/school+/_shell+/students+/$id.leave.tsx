import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listOpenEnrollments } from '~/models/academics/enrollment-queries.server'
import { classSection } from '~/models/academics/rules'
import { leaveSchool } from '~/models/admissions/leave-school.server'
import { listLiveAllotments } from '~/models/hostels/leave-hostel.server'
import { listDuesOf } from '~/models/ledger/cancel-dues.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/find-record.server'
import { fullName } from '~/models/students/rules'
import { leaveSchema } from '~/models/students/status-schema'
import { findLiveTransport } from '~/models/transport/leave-transport.server'
import { LeaveForm } from './__leave-form'

export const handle = pageTitle(() => 'Leave the school', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  const today = todayInIndia(new Date())
  const [dues, places, hostels, application] = await Promise.all([
    listDuesOf(scope, student.id),
    listOpenEnrollments(scope, student.id, today),
    listLiveAllotments(scope, student.id),
    findLiveTransport(scope, student.id),
  ])
  return {
    id: student.publicId,
    name: fullName(student),
    hasLeft: student.status === 'left',
    today,
    dues: dues.filter((due) => due.state === 'open' && (due.balancePaise > 0 || due.paidPaise > 0)),
    hostels,
    application: application && {
      publicId: application.publicId,
      fareName: application.fareName,
      status: application.status,
      startsOn: application.startsOn,
    },
    places: places
      .filter((place) => place.status === 'studying')
      .map((place) => `${classSection(place.className, place.sectionName)}, ${place.sessionName}`),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  foundOr404(await findStudentRecord(scope, id))
  const form = await parseForm(request, leaveSchema)
  if (!form.ok) return form.reply()
  const { left_on, shown_for, reason, cancel } = form.value
  if (left_on > todayInIndia(new Date())) return form.refuse(null, { left_on: [refusals['future-date']] })
  if (shown_for !== undefined && shown_for !== left_on) {
    return form.refuse(null, { left_on: ['The date has changed: check the dues below again, then confirm'] })
  }
  const outcome = await leaveSchool(scope, id, { leftOn: left_on, reason, cancelDues: cancel })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.student(id), {
      type: 'success',
      title: 'Updated!',
      message: 'The student has left the school.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  const words = refusals[outcome.reason]
  return outcome.reason === 'future-date' || outcome.reason === 'before-enrolled'
    ? form.refuse(null, { left_on: [words] })
    : form.refuse(words)
}

const refusals = {
  'future-date': 'The leaving date cannot be in the future',
  'before-enrolled': 'The student was enrolled after this day',
  'hostel-stays':
    'The hostel stay cannot be ended like this: a payment for it is open, or the student moved in after that day. Settle it under Hostel applications first.',
  'transport-stays':
    'The transport cannot be ended like this: a payment for it is open, or it begins after that day. Settle it under Transport applications first.',
  'dues-changed': 'A due was paid or changed in the meantime. Check the dues again, then confirm.',
  'already-left': 'This student has left already.',
}

export default function LeavePage() {
  const { id, name, hasLeft, places, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`${name} leaves the school`}
        context={places.length > 0 ? places.join(' · ') : 'Not enrolled in an ongoing session'}
      />
      {hasLeft ? (
        <Alert tone="info" title="This student has left already">
          <p>
            <a href={schoolPaths.returnStudent(id)}>Re-admit student</a>
          </p>
        </Alert>
      ) : (
        <LeaveForm
          {...form}
          name={name}
          seats={places.length}
          lastResult={lastResult}
          backHref={schoolPaths.student(id)}
        />
      )}
    </>
  )
}
