import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { removeAttendance } from '~/models/attendance/save-attendance.server'
import { removalSchema } from '~/models/attendance/schema'
import { findSheet, versionOf } from '~/models/attendance/sheets.server'
import { formatInstant } from '~/models/shared/calendar'
import { openDay } from './__attendance.server'
import { dayWords } from './__attendance-words'

export const handle = pageTitle(() => 'Clear attendance', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const { day, section, title, key } = foundOr404(await openDay(staff, request))
  const sheet = await findSheet(staff.scope, key)
  return {
    day,
    section,
    title,
    version: versionOf(sheet),
    marked: sheet && `Marked by ${sheet.markedByName}, ${formatInstant(sheet.updatedAt, 'en')}.`,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const { day, today, section, title } = foundOr404(await openDay(staff, request))
  const form = await parseForm(request, removalSchema)
  if (!form.ok) return form.reply()
  const outcome = await removeAttendance(staff.scope, { section, day, ...form.value }, today)
  if (outcome.ok) {
    const message = `${title}, ${dayWords(day)} is no longer marked.`
    return redirectWithToast(schoolPaths.attendanceOn(day), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse('Somebody has saved this attendance in the meantime. Check it again before you clear it.')
}

export default function RemoveAttendancePage() {
  const { title, day, section, marked, version } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Clear the attendance of ${title}, ${dayWords(day)}?`} />
      <ReasonForm
        obstacle={marked ? null : 'This day is not marked.'}
        submit="Clear this attendance"
        backHref={schoolPaths.markAttendance(section, day)}
        lastResult={useActionData<typeof action>()}
      >
        <p>{`${marked} All attendance marked on this day will be removed and not counted; the audit log keeps the names of those who were not present. Use this for a day that was not a school day: the school was closed, or the wrong date was marked.`}</p>
        <input type="hidden" name="version" value={version} />
      </ReasonForm>
    </>
  )
}
