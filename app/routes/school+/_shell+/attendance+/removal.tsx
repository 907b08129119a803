import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { removeAttendance } from '~/models/learning/attendance/save-attendance.server'
import { removalSchema } from '~/models/learning/attendance/schema.server'
import { findSheet, sheetVersion } from '~/models/learning/attendance/sheets.server'
import { openDay } from './__attendance.server'
import { dayWords } from './__attendance-words'

export const handle = pageTitle(() => 'Clear attendance', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const { day, section, title, key } = foundOr404(await openDay(staff, request))
  const sheet = await findSheet(staff.scope, key)
  const marked = sheet && `Marked by ${sheet.markedByName}, ${formatInstant(sheet.updatedAt, 'en')}.`
  return {
    at: { day, section },
    obstacle: marked ? null : 'No attendance is marked for this day.',
    values: {},
    asksPassword: false,
    more: { title, marked, version: sheetVersion(sheet) },
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
  return form.refuse('This attendance has been saved again in the meantime. Check it before you clear it.')
}

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: ({ at, more }) => `Clear the attendance of ${more.title}, ${dayWords(at.day)}?`,
  submit: 'Clear this attendance',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.markAttendance(at.section, at.day),
  explanation: ({ more: { marked, version } }) => (
    <>
      <p>{`${marked} All attendance marked on this day is removed and not counted; the audit log keeps the names of those who were not present. Use this when the school was closed or the wrong date was marked.`}</p>
      <input type="hidden" name="version" value={version} />
    </>
  ),
})
