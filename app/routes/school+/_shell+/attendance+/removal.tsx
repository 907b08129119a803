import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classSection } from '~/models/academics/rules'
import { findDay } from '~/models/attendance/day-facts.server'
import { removeAttendance } from '~/models/attendance/remove-attendance.server'
import { findSheet, seenOf } from '~/models/attendance/roster.server'
import { removalSchema } from '~/models/attendance/schema'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'
import { dayOf, requireOwnSession, sectionOf } from './__attendance.server'
import { dayWords } from './__attendance-words'

export const handle = pageTitle(() => 'Clear attendance', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const query = new URL(request.url).searchParams
  const section = foundOr404(await sectionOf(staff, query))
  const today = todayInIndia(new Date())
  const day = dayOf(query, today)
  const { session } = await findDay(staff.scope, day, today)
  requireOwnSession(staff, session)
  const sheet = await findSheet(staff.scope, { sectionId: section.id, sessionId: session?.id ?? 0, day })
  return {
    day,
    section: section.publicId,
    place: classSection(section.className, section.name),
    seen: seenOf(sheet),
    marked: sheet && `Marked by ${sheet.markedByName}, ${formatInstant(sheet.updatedAt, 'en')}.`,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const query = new URL(request.url).searchParams
  const section = foundOr404(await sectionOf(staff, query))
  const today = todayInIndia(new Date())
  const day = dayOf(query, today)
  requireOwnSession(staff, (await findDay(staff.scope, day, today)).session)
  const form = await parseForm(request, removalSchema)
  if (!form.ok) return form.reply()
  const { seen, reason } = form.value
  const outcome = await removeAttendance(staff.scope, { section: section.publicId, day, seen, reason }, today)
  if (outcome.ok) {
    const message = `${classSection(section.className, section.name)}, ${dayWords(day)} is no longer marked.`
    return redirectWithToast(schoolPaths.attendanceOn(day), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse('Somebody has saved this attendance in the meantime. Check it again before you clear it.')
}

export default function RemoveAttendancePage() {
  const page = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Clear the attendance of ${page.place}, ${dayWords(page.day)}?`} />
      <ReasonForm
        obstacle={page.marked ? null : 'This day is not marked.'}
        submit="Clear this attendance"
        backHref={schoolPaths.markAttendance(page.section, page.day)}
        lastResult={useActionData<typeof action>()}
      >
        <p>{`${page.marked} All attendance marked on this day will be removed and not counted; the audit log keeps the names of those who were not present. Use this for a day that was not a school day: the school was closed, or the wrong date was marked.`}</p>
        <input type="hidden" name="seen" value={page.seen} />
      </ReasonForm>
    </>
  )
}
