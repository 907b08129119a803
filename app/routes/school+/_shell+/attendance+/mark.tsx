import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { DateField } from '~/components/forms/date-field'
import { ErrorSummary } from '~/components/forms/error-summary'
import { Alert } from '~/components/ui/alert'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classSection } from '~/models/academics/rules'
import { findDay } from '~/models/attendance/day-facts.server'
import { findSheet, listRoster, seenOf } from '~/models/attendance/roster.server'
import { needsReason, storedStatus } from '~/models/attendance/rules'
import { type SaveRefusal, saveAttendance } from '~/models/attendance/save-attendance.server'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { fullName } from '~/models/students/rules'
import { dayOf, requireOwnSession, sectionOf } from './__attendance.server'
import { marksOf, type PostedMarks } from './__attendance-marks.server'
import { AttendanceTabs } from './__attendance-tabs'
import { closedWords, dayWords, statusNames } from './__attendance-words'
import { MarkForm, type Meanwhile } from './__mark-form'

export const handle = pageTitle(() => 'Mark attendance', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const query = new URL(request.url).searchParams
  const section = await sectionOf(staff, query)
  if (!section) return redirect(schoolPaths.attendance)
  const today = todayInIndia(new Date())
  const day = dayOf(query, today)
  const { facts, sheet, roster } = await readDay(staff.scope, section.id, day, today)
  requireOwnSession(staff, facts.session)
  return {
    today,
    day,
    section: section.publicId,
    place: classSection(section.className, section.name),
    trouble: facts.closed && closedWords(facts.closed, day, facts.holiday),
    seen: seenOf(sheet),
    marked: sheet && `Marked by ${sheet.markedByName}, ${formatInstant(sheet.updatedAt, 'en')}.`,
    needsReason: sheet !== null && needsReason(day, today),
    rows: roster.map((row) => ({
      publicId: row.publicId,
      name: fullName(row),
      rollNumber: row.rollNumber,
      status: row.status ?? (row.leaveUntil === null ? ('present' as const) : ('leave' as const)),
      remarks: row.remarks ?? '',
      leaveUntil: row.leaveUntil,
    })),
  }
}

async function readDay(scope: SchoolScope, sectionId: number, day: string, today: string) {
  const facts = await findDay(scope, day, today)
  const place = { sectionId, sessionId: facts.session?.id ?? 0, day }
  const sheet = facts.session && (await findSheet(scope, place))
  const roster = facts.session ? await listRoster(scope, { ...place, sheetId: sheet?.id ?? null }) : []
  return { facts, sheet, roster }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:mark')
  const query = new URL(request.url).searchParams
  const section = foundOr404(await sectionOf(staff, query))
  const today = todayInIndia(new Date())
  const day = dayOf(query, today)
  requireOwnSession(staff, (await findDay(staff.scope, day, today)).session)
  const posted = marksOf(await readForm(request))
  const reply = (trouble: { id?: string; message: string }, meanwhile: Meanwhile | null = null) =>
    data({ status: 'error' as const, typed: posted.typed, trouble, meanwhile }, { status: 422 })
  if (posted.trouble !== null) return reply({ message: posted.trouble })
  const wish = { section: section.publicId, day, seen: posted.seen, marks: posted.marks, reason: posted.reason }
  const outcome = await saveAttendance(staff.scope, wish, today)
  if (outcome.ok) {
    const { isFirst, changed } = outcome.value
    return redirectWithToast(schoolPaths.attendanceOn(day), {
      type: 'success',
      title: isFirst ? 'Attendance saved' : changed === 0 ? 'Nothing was changed' : 'Updated!',
      message: `${classSection(section.className, section.name)}, ${dayWords(day)}`,
    })
  }
  const refusal = outcome.reason
  if (refusal === 'not-found') return foundOr404(null)
  if (refusal === 'changed') {
    const meanwhile = await whatChanged(staff.scope, section.id, day, today, posted)
    const what = meanwhile.saved ? 'Somebody else has saved this day' : 'The attendance was cleared'
    return reply({ message: `${what}. Look at the differences, then decide.` }, meanwhile)
  }
  if (refusal === 'reason-required') return reply({ id: 'reason', message: reasonMissing })
  if (refusal === 'students-changed') {
    return reply({
      message:
        'The students of this section have changed since you opened this page. Look at the list, then save again.',
    })
  }
  const facts = await findDay(staff.scope, day, today)
  return reply({ id: 'date', message: closedWords(refusal satisfies SaveRefusal, day, facts.holiday) })
}

const reasonMissing = 'Enter the reason for the correction'

/** What stands now against what was posted, pupil by pupil. */
async function whatChanged(
  scope: SchoolScope,
  sectionId: number,
  day: string,
  today: string,
  posted: PostedMarks,
): Promise<Meanwhile> {
  const { sheet, roster } = await readDay(scope, sectionId, day, today)
  const words = (status: keyof typeof statusNames | null, remarks: string | null) =>
    `${status === null ? 'not marked' : statusNames[status].word}${remarks ? ` (${remarks})` : ''}`
  return {
    saved: sheet && { by: sheet.markedByName, at: formatInstant(sheet.updatedAt, 'en') },
    seen: seenOf(sheet),
    differences: roster.flatMap((row) => {
      const mark = posted.marks.get(row.publicId)
      if (!mark) return []
      const saved = words(row.status, row.remarks)
      const yours = words(storedStatus(mark.status, row.leaveUntil !== null), mark.remarks)
      return saved === yours ? [] : [{ name: fullName(row), saved, yours }]
    }),
  }
}

export default function MarkAttendancePage() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => (refused ? [refused.trouble] : []), [refused])
  const typed = refused?.typed
  const rows = page.rows.map((row) => ({ ...row, ...typed?.marks[row.publicId] }))
  const dateTrouble = page.trouble ?? (refused?.trouble.id === 'date' ? refused.trouble.message : null)
  return (
    <>
      <PageHead title={`Attendance of ${page.place}`} context={dayWords(page.day)} />
      <AttendanceTabs current="Day" />
      <form className="filters" method="get" action="/school/attendance/mark">
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
                <a className="alone" href={schoolPaths.removeAttendance(page.section, page.day)}>
                  Clear this attendance
                </a>
              </p>
            ) : null}
          </Alert>
        </>
      ) : page.rows.length === 0 ? (
        <Alert tone="info">
          <p>No student was in this section on this day.</p>
        </Alert>
      ) : (
        <>
          {page.marked ? (
            <Alert tone="info">
              <p>{page.marked}</p>
            </Alert>
          ) : (
            <p>All students are present until you change it.</p>
          )}
          <MarkForm
            key={`${page.section} ${page.day} ${page.seen}`}
            sheet={{
              section: page.section,
              day: page.day,
              seen: typed?.seen ?? page.seen,
              isMarked: page.marked !== null,
              rows,
              needsReason: page.needsReason,
            }}
            meanwhile={refused?.meanwhile ?? null}
            reason={{
              value: typed?.reason ?? '',
              errors: refused?.trouble.id === 'reason' ? [reasonMissing] : undefined,
            }}
            errors={errors}
          />
        </>
      )}
    </>
  )
}
