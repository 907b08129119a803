import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { DateField, ErrorSummary } from '~/components/forms'
import { Alert, LoneLink, PageHead } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant, formatMonth } from '~/models/core/shared/calendar'
import { needsReason } from '~/models/learning/attendance/rules'
import { saveAttendance } from '~/models/learning/attendance/save-attendance.server'
import { findSheet, listRoster, sheetVersion } from '~/models/learning/attendance/sheets.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { fullName } from '~/models/people/students/rules'
import { openDay } from './__attendance.server'
import { AttendanceTabs } from './__attendance-tabs'
import { closedWords, dayWords } from './__attendance-words'
import { type Conflict, conflictOf, marksOf } from './__mark.server'
import { MarkForm } from './__mark-form'

export const handle = pageTitle(() => 'Mark attendance', { hasForm: true })

async function readDay({ scope }: StaffSession, { key, session }: NonNullable<Awaited<ReturnType<typeof openDay>>>) {
  const sheet = session && (await findSheet(scope, key))
  return { sheet, roster: session ? await listRoster(scope, key, sheet) : [] }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const opened = await openDay(staff, request)
  if (!opened) return redirect(schoolPaths.attendance)
  const { day, today, section, title, closed, holiday } = opened
  const { sheet, roster } = await readDay(staff, opened)
  return {
    today,
    day,
    section,
    title,
    trouble: closed && closedWords(closed, day, holiday),
    version: sheetVersion(sheet),
    marked: sheet && `Marked by ${sheet.markedByName}, ${formatInstant(sheet.updatedAt, 'en')}.`,
    offersMessages: day === today && roster.some(({ status }) => status === 'absent'),
    needsReason: sheet !== null && needsReason(day, today),
    rows: roster.map(({ publicId, rollNumber, leaveUntil, status, remarks, ...student }) => ({
      publicId,
      name: fullName(student),
      rollNumber,
      status: status ?? (leaveUntil === null ? ('present' as const) : ('leave' as const)),
      remarks: remarks ?? '',
      leaveUntil,
    })),
  }
}

const reasonMissing = 'Enter the reason for the correction'
const studentsChanged =
  'The students of this section have changed since you opened this page. Look at the list, then save again.'

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const opened = foundOr404(await openDay(staff, request))
  const { day, today, section, title, holiday } = opened
  const { marks, reason, version, typed, trouble: wrong } = marksOf(await readForm(request))
  const reply = (trouble: { id?: string; message: string }, conflict: Conflict | null = null) =>
    data({ status: 'error' as const, typed, trouble, conflict }, { status: 422 })
  if (wrong !== null) return reply({ message: wrong })
  const outcome = await saveAttendance(staff.scope, { section, day, version, marks, reason }, today)
  if (outcome.ok) {
    const { isFirst, changed } = outcome.value
    return redirectWithToast(schoolPaths.attendanceOn(day), {
      type: 'success',
      title: isFirst ? 'Attendance saved' : changed === 0 ? 'Nothing was changed' : 'Updated!',
      message: `${title}, ${dayWords(day)}`,
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'changed': {
      const { sheet, roster } = await readDay(staff, opened)
      const conflictMessage = sheet ? 'Another person has saved this day' : 'The attendance was cleared'
      return reply(
        { message: `${conflictMessage}. Look at the differences, then decide.` },
        conflictOf(sheet, roster, marks),
      )
    }
    case 'reason-required':
      return reply({ id: 'reason', message: reasonMissing })
    case 'students-changed':
      return reply({ message: studentsChanged })
    case 'month-entered':
      return reply({
        id: 'date',
        message: `The attendance of ${formatMonth(day.slice(0, 7), 'en')} was imported as sums of the month. Import 0 days held for it first, or choose a day of another month`,
      })
    default:
      return reply({ id: 'date', message: closedWords(outcome.reason, day, holiday) })
  }
}

export default function MarkAttendancePage() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => (refused ? [refused.trouble] : []), [refused])
  const typedValues = refused?.typed
  const rows = page.rows.map((row) => ({ ...row, ...typedValues?.marks[row.publicId] }))
  const dateTrouble = page.trouble ?? (refused?.trouble.id === 'date' ? refused.trouble.message : null)
  return (
    <>
      <PageHead title={`Attendance of ${page.title}`} context={dayWords(page.day)} />
      <AttendanceTabs current="Day" />
      <form className="filters" method="get" action={schoolPaths.attendanceSheet}>
        <input type="hidden" name="section" value={page.section} />
        <DateField
          key={page.day}
          name="date"
          label="Date"
          max={page.today}
          defaultValue={page.day}
          errors={dateTrouble ? [dateTrouble] : undefined}
        />
        <button type="submit" className="btn btn-secondary">
          Show
        </button>
      </form>
      {page.trouble ? (
        <>
          <ErrorSummary errors={errors} title="Update Failed" />
          <Alert tone="info" title="No attendance on this day">
            <p>{`${page.trouble}. Choose another date.`}</p>
            {page.marked ? (
              <p>
                {`${page.marked} `}
                <LoneLink href={schoolPaths.removeAttendance(page.section, page.day)} label="Clear this attendance" />
              </p>
            ) : null}
          </Alert>
        </>
      ) : page.rows.length === 0 ? (
        <Alert tone="info" text="No student was in this section on this day." />
      ) : (
        <>
          {page.marked ? (
            <Alert tone="info">
              <p>
                {page.marked}
                {page.offersMessages ? (
                  <>
                    {' '}
                    <LoneLink href={schoolPaths.notifyAbsentOf(page.section)} label="Send absence messages" />
                  </>
                ) : null}
              </p>
            </Alert>
          ) : (
            <p>All students are preset as present; change this where needed.</p>
          )}
          <MarkForm
            key={`${page.section} ${page.day} ${page.version}`}
            sheet={{
              section: page.section,
              day: page.day,
              version: typedValues?.version ?? page.version,
              isMarked: page.marked !== null,
              rows,
              needsReason: page.needsReason,
            }}
            conflict={refused?.conflict ?? null}
            reason={{
              value: typedValues?.reason ?? '',
              errors: refused?.trouble.id === 'reason' ? [reasonMissing] : undefined,
            }}
            errors={errors}
          />
        </>
      )}
    </>
  )
}
