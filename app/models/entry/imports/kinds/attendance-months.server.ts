import { execute, inParts, insertRows, lockRows, number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { formatMonth } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { daysOfMonth } from '~/models/learning/attendance/rules'
import { classSection } from '~/models/people/academics/rules'
import { AcademicSession } from '~/models/people/academics/tables.server'
import { isDaysHeldLine } from '../headings/month-headings'
import { type MonthOfRow, monthsOf, readMonths } from '../match/month-columns'
import { type PlannedValue, Totals } from '../preview'
import { repeatedRows } from '../row-conflicts'
import { readDays, readWholeDays } from '../values/days-of-month'
import { monthInSession, readMonth } from '../values/months'
import { studentValues } from './fee-rows.server'
import { column, lackingColumns, readerOf } from './field-reader'
import type { FieldRule } from './field-rule'
import type { FoundStudent } from './number-finder.server'
import {
  type ImportPlan,
  type ImportSettings,
  type KindOfImport,
  type Problem,
  type ReadRow,
  type RowValues,
  rejectedFor,
  type Verdict,
} from './port'
import { namesStudents, studentColumns, studentFinder } from './students/find-students.server'

const [heldLabel, attendedLabel] = ['Days held', 'Days attended'] as const

const rules: FieldRule[] = [
  ...studentColumns,
  column('month', 'Month', {
    needed: 'always',
    sameForAll: true,
    example: 'June 2026',
    allowed: 'June 2026, 06/2026, or June',
    isFreeText: true,
    read: readMonth,
  }),
  column('days_held', heldLabel, {
    needed: 'always',
    sameForAll: true,
    example: '24',
    allowed:
      'Days on which the school was open; 0 removes the month. With a column for each month: behind its name, as June (24), or in a line Working days',
    read: readWholeDays,
  }),
  column('days_attended', attendedLabel, {
    needed: 'always',
    example: '22.5',
    allowed: 'Late counts as a day, half a day as .5',
    read: readDays,
  }),
  column('months', 'Months', {
    example: '',
    wide: {
      insteadOf: ['month', 'days_held', 'days_attended'],
      label: 'Days of the month in the heading',
      noun: 'month',
      isHeadingLine: isDaysHeldLine,
    },
    read: readMonths,
  }),
]

const enrolled = {
  id: number('e.id'),
  studentId: number('e.student_id'),
  sectionId: number('e.section_id'),
  className: text('c.name'),
  sectionName: text('t.name'),
}
const stored = {
  id: number('m.id'),
  enrollmentId: number('m.enrollment_id'),
  month: text("DATE_FORMAT(m.month_on, '%Y-%m')"),
  held: number('m.days_held'),
  halves: number('m.attended_halves'),
}
const marked = {
  enrollmentId: number('a.enrollment_id'),
  month: text("DATE_FORMAT(a.held_on, '%Y-%m')"),
  days: number('COUNT(*)'),
}

type Enrolled = Awaited<ReturnType<typeof readEnrolled>>[number]

function readEnrolled({ schoolId }: SchoolScope, sessionId: number, students: readonly number[]) {
  return selectRows(
    enrolled,
    `FROM enrollments e JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.student_id IN (:students)`,
    { schoolId, sessionId, students },
  )
}

/** Columns that a file with one row for each month needs; a file with a column for each month lacks them. */
const monthLabels = new Set(['Month', heldLabel, attendedLabel])

/** Months of a row, each with the days held, and the days attended counted in half days. */
function monthsOfRow({ months, month = '', days_held: held, days_attended: attended }: RowValues): MonthOfRow[] {
  const heldOfRow = held === undefined ? null : Number(held)
  if (months === undefined) return [{ month, held: heldOfRow, halves: Number(attended ?? 0), headings: [] }]
  return monthsOf(months).map((one) => ({ ...one, held: one.held ?? heldOfRow }))
}

const keyOf = (enrollmentId: number, month: string) => `${enrollmentId} ${month}`

/** Enrollments of the students in the session, with their recorded monthly sums and the days marked in each month. */
async function readRecorded(scope: SchoolScope, sessionId: number, studentIds: readonly number[], lock: boolean) {
  const { schoolId } = scope
  const enrollments = new Map<number, Enrolled>()
  for (const students of inParts([...new Set(studentIds)]))
    for (const row of await readEnrolled(scope, sessionId, students)) enrollments.set(row.studentId, row)
  const sections = [...new Set([...enrollments.values()].map(({ sectionId }) => sectionId))].sort((a, b) => a - b)
  // Takes the same lock as marking a day, so that no one marks days of the month during the import.
  if (lock)
    for (const sectionId of sections)
      await lockRows('FROM sections WHERE school_id = :schoolId AND id = :sectionId', { schoolId, sectionId })
  const months = new Map<string, { id: number; held: number; halves: number }>()
  const days = new Map<string, number>()
  for (const ids of inParts([...enrollments.values()].map(({ id }) => id))) {
    const sums = await selectRows(
      stored,
      'FROM attendance_months m WHERE m.school_id = :schoolId AND m.enrollment_id IN (:ids)',
      { schoolId, ids },
    )
    for (const { enrollmentId, month, ...row } of sums) months.set(keyOf(enrollmentId, month), row)
    const counts = await selectRows(
      marked,
      `FROM attendance a WHERE a.school_id = :schoolId AND a.enrollment_id IN (:ids)
       GROUP BY a.enrollment_id, DATE_FORMAT(a.held_on, '%Y-%m')`,
      { schoolId, ids },
    )
    for (const { enrollmentId, month, days: count } of counts) days.set(keyOf(enrollmentId, month), count)
  }
  return { enrollments, months, days }
}

interface Step {
  student: FoundStudent
  enrollment: Enrolled
  /** Headings of this month's columns, in a file that has columns for each month; otherwise empty. */
  headings: string[]
  month: string
  held: number
  halves: number
  before: { id: number; held: number; halves: number } | undefined
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  const session = await selectRow(
    columnsOf(AcademicSession, 't', 'id', 'name', 'startsOn', 'endsOn'),
    'FROM academic_sessions t WHERE t.school_id = :schoolId AND t.id = :sessionId',
    { schoolId: scope.schoolId, sessionId: settings.sessionId ?? 0 },
  )
  const find = await studentFinder(scope, rows, settings)
  const found = rows.map(({ values }) => find(values))
  const recorded = await readRecorded(
    scope,
    session?.id ?? 0,
    found.flatMap(({ student }) => student?.id ?? []),
    lock,
  )
  const drafts = rows.map(({ line, values }, index) => {
    const { student = null, problems: unknown = [] } = found[index] ?? {}
    const isWide = values.months !== undefined
    const lacking = lackingColumns(rules, values, 'always').filter(
      ({ column: label }) => !isWide || !monthLabels.has(label ?? ''),
    )
    const problems: Problem[] = [...unknown, ...lacking]
    const enrollment = student ? recorded.enrollments.get(student.id) : undefined
    if (!session) problems.push({ column: null, message: 'The academic session of this import no longer exists' })
    if (!session || problems.length > 0 || !student) return { line, steps: [], problems }
    if (!enrollment)
      return { line, steps: [], problems: [{ column: null, message: `The student has no class in ${session.name}` }] }
    const steps = monthsOfRow(values).flatMap((days): Step[] => {
      const month = monthInSession(days.month, session)
      const before = month === null ? undefined : recorded.months.get(keyOf(enrollment.id, month))
      // Skips future months: a register of the whole year has zeros for them.
      const isToCome = !days.held || month === null || month > settings.today.slice(0, 7)
      if (isWide && days.halves === 0 && isToCome && !before) return []
      if (month === null) {
        problems.push({
          column: 'Month',
          message: `${isWide ? days.headings[0] : 'This'} is not a single month of ${session.name}`,
        })
        return []
      }
      const { halves, headings } = days
      const held = days.held ?? 0
      const dayCount = recorded.days.get(keyOf(enrollment.id, month))
      if (days.held === null)
        problems.push({
          column: heldLabel,
          message: `The days held in ${formatMonth(month, 'en')} are missing. Write them behind the month, as June (24), or in a line Working days`,
        })
      else problems.push(...problemsOf(month, { held, halves, recordedDays: dayCount }, settings.today))
      return [{ student, enrollment, headings, month, held, halves, before }]
    })
    return { line, steps, problems }
  })
  const repeated = repeatedRows(
    drafts.flatMap(({ line, steps, problems }) =>
      steps.map(({ enrollment, month }) => ({ line, key: problems.length > 0 ? null : keyOf(enrollment.id, month) })),
    ),
  )
  const verdicts = drafts.map(({ line, steps, problems }): Verdict => {
    const other = repeated.get(line)
    if (other !== undefined)
      return rejectedFor([{ column: 'Month', message: `Line ${other} has the same student and month` }])
    if (problems.length > 0) return rejectedFor(problems)
    const changes = [...new Set(steps.flatMap(changesOf))]
    const outcome =
      changes.length === 0 ? 'unchanged' : steps.some((one) => isChange(one) && !one.before) ? 'new' : 'changed'
    return { outcome, problems: [], changes: outcome === 'changed' ? changes : [] }
  })
  const steps = drafts.flatMap(({ steps: all }, index) =>
    verdicts[index]?.outcome === 'rejected' ? [] : all.filter(isChange),
  )
  const changedRows = verdicts.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length
  const months = [...new Set(steps.map(({ month }) => month))].sort()
  return {
    verdicts,
    notes: months.length === 0 ? [] : [`Months: ${months.map((month) => formatMonth(month, 'en')).join(', ')}.`],
    preview: () => ({
      valuesOf: (index) => {
        const [first, ...others] = verdicts[index]?.outcome === 'rejected' ? [] : (drafts[index]?.steps ?? [])
        if (!first) return []
        return [
          ...studentValues(first.student, new Map([[first.student.id, first.enrollment]])),
          ...[first, ...others].flatMap(monthValues),
        ]
      },
      totals: totalsOf(steps),
    }),
    touches: { months: steps.flatMap(({ before }) => before?.id ?? []) },
    write: async (school, progress) => {
      for (const part of inParts(steps)) {
        await writeMonths(school, part)
        await progress(Math.round((part.length * changedRows) / steps.length))
      }
      await audit(school, steps)
      return { ok: true, months: await idsOfNew(school, steps) }
    },
  }
}

/** Labels of what differs from the recorded sums of the month. */
function changesOf({ held, halves, before }: Step): string[] {
  return [
    ...(held === (before?.held ?? 0) ? [] : [heldLabel]),
    ...(halves === (before?.halves ?? 0) ? [] : [attendedLabel]),
  ]
}

const isChange = (step: Step) => changesOf(step).length > 0

/** The sums of a month for the preview; they name no columns (`from`) in a file with a column for each month. */
function monthValues({ headings, month, held, halves, before }: Step): PlannedValue[] {
  const value = (label: string, key: string, now: number | string, then?: number): PlannedValue => ({
    label,
    text: String(now),
    from: headings.length > 0 ? [] : [key],
    ...(then === undefined || then === now ? {} : { before: String(then) }),
  })
  return [
    value('Month', 'month', formatMonth(month, 'en')),
    value(heldLabel, 'days_held', held, before?.held),
    value(attendedLabel, 'days_attended', halves / 2, before && before.halves / 2),
  ]
}

function totalsOf(steps: readonly Step[]) {
  const byClass = new Totals('New and changed months by class and section')
  for (const { enrollment } of steps) byClass.add(classSection(enrollment.className, enrollment.sectionName))
  return byClass.table('classes')
}

function problemsOf(
  month: string,
  { held, halves, recordedDays }: { held: number; halves: number; recordedDays: number | undefined },
  today: string,
): Problem[] {
  const name = formatMonth(month, 'en')
  if (month > today.slice(0, 7)) return [{ column: 'Month', message: `${name} is in the future` }]
  const all = daysOfMonth(month).length
  if (held > all) return [{ column: heldLabel, message: `${name} has ${all} days` }]
  if (halves > held * 2)
    return [{ column: attendedLabel, message: `These are more than the ${held} days held in ${name}` }]
  return recordedDays === undefined
    ? []
    : [{ column: 'Month', message: `Attendance of ${name} is recorded by day (${counted(recordedDays, 'day')})` }]
}

/** Writes sums of months; a month without days is removed. */
async function writeMonths({ schoolId }: SchoolScope, steps: readonly Step[]): Promise<void> {
  const now = new Date()
  const removed = steps.flatMap(({ held, before }) => (held === 0 && before ? [before.id] : []))
  if (removed.length > 0)
    await execute('DELETE FROM attendance_months WHERE school_id = :schoolId AND id IN (:removed)', {
      schoolId,
      removed,
    })
  await insertRows(
    'attendance_months',
    [
      ...['school_id', 'student_id', 'enrollment_id', 'month_on'],
      ...['days_held', 'attended_halves', 'created_at', 'updated_at'],
    ],
    steps
      .filter(({ held }) => held > 0)
      .map(({ enrollment, month, held, halves }) => [
        ...[schoolId, enrollment.studentId, enrollment.id, `${month}-01`],
        ...[held, halves, now, now],
      ]),
    `ON DUPLICATE KEY UPDATE days_held = VALUES(days_held), attended_halves = VALUES(attended_halves),
       updated_at = VALUES(updated_at)`,
  )
}

async function idsOfNew({ schoolId }: SchoolScope, steps: readonly Step[]): Promise<number[]> {
  const made = new Set(steps.flatMap(({ before, enrollment, month }) => (before ? [] : keyOf(enrollment.id, month))))
  const ids: number[] = []
  for (const part of inParts([...new Set(steps.map(({ enrollment }) => enrollment.id))])) {
    const rows = await selectRows(
      stored,
      'FROM attendance_months m WHERE m.school_id = :schoolId AND m.enrollment_id IN (:part)',
      { schoolId, part },
    )
    ids.push(...rows.flatMap(({ id, enrollmentId, month }) => (made.has(keyOf(enrollmentId, month)) ? [id] : [])))
  }
  return ids
}

/** Writes one audit entry for each section and month, as marking a day does. */
function audit(scope: SchoolScope, steps: readonly Step[]): Promise<void> {
  const groups = new Map<string, Step[]>()
  for (const step of steps) {
    const key = `${step.enrollment.sectionId} ${step.month}`
    const group = groups.get(key) ?? []
    group.push(step)
    groups.set(key, group)
  }
  return recordAudits(
    scope,
    [...groups.values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { sectionId, className, sectionName } = first.enrollment
      return [
        {
          action: 'attendance.month-entered',
          subject: { kind: 'section', id: sectionId } as const,
          details: { section: classSection(className, sectionName), month: first.month, students: group.length },
        },
      ]
    }),
  )
}

/**
 * Monthly attendance sums from before the portal. Student and month identify a row; a month with daily attendance is
 * refused.
 */
export const attendanceMonths: KindOfImport = {
  columns: rules.map(({ spec }) => spec),
  identifies: (has) => namesStudents(has) && ['month', 'days_held', 'days_attended'].every(has),
  labelOf: ({ student_name, enrollment_number, month }) =>
    [student_name ?? enrollment_number, month].filter(Boolean).join(', '),
  previewColumns: ['Student', 'Month', heldLabel, attendedLabel],
  rules,
  reader: (today, decisions) => readerOf(rules, today, decisions),
  plan,
}
