import { execute, inParts, insertRows, lockRows, number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { latinDigits } from '~/language/language'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { formatMonth } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { daysOfMonth } from '~/models/learning/attendance/rules'
import { classSection } from '~/models/people/academics/rules'
import { AcademicSession } from '~/models/people/academics/tables.server'
import type { Read } from '../cells'
import { monthInSession, readMonth } from '../months'
import { type PlannedValue, Totals } from '../preview'
import { repeatedRows } from '../row-conflicts'
import { studentValues } from './fee-rows.server'
import { column, lackingColumns, readerOf } from './field-reader'
import type { FieldRule } from './field-rule'
import { type FoundStudent, namesStudents, studentColumns, studentFinder } from './find-students.server'
import {
  type ImportPlan,
  type ImportSettings,
  type KindOfImport,
  type Problem,
  type ReadRow,
  rejectedFor,
  type Verdict,
} from './port'

const [heldLabel, attendedLabel] = ['Days held', 'Days attended'] as const

/** Days as half days: `20.5` is 41. */
function readDays(text: string): Read {
  const plain = latinDigits(text)
    .trim()
    .replace(/\s*(?:days?|दिन|દિવસ)\.?$/i, '')
    .replace('½', '.5')
  const found = /^(\d{1,2})(?:\.(0|5)0*)?$/.exec(plain)
  if (!found) return { ok: false, problem: 'Write a number of days, with .5 for half a day' }
  return { ok: true, text: String(Number(found[1]) * 2 + (found[2] === '5' ? 1 : 0)) }
}

function readWholeDays(text: string): Read {
  const halves = readDays(text)
  if (!halves.ok) return halves
  return Number(halves.text) % 2 === 0
    ? { ok: true, text: String(Number(halves.text) / 2) }
    : { ok: false, problem: 'The school was open on whole days only' }
}

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
    allowed: 'Days on which the school was open; 0 removes the month',
    read: readWholeDays,
  }),
  column('days_attended', attendedLabel, {
    needed: 'always',
    example: '22.5',
    allowed: 'Late counts as a day, half a day as .5',
    read: readDays,
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

const keyOf = (enrollmentId: number, month: string) => `${enrollmentId} ${month}`

/** Enrollments of the students in the session, with the months that are recorded, as sums or by days. */
async function readRecorded(scope: SchoolScope, sessionId: number, studentIds: readonly number[], lock: boolean) {
  const { schoolId } = scope
  const enrollments = new Map<number, Enrolled>()
  for (const students of inParts([...new Set(studentIds)]))
    for (const row of await readEnrolled(scope, sessionId, students)) enrollments.set(row.studentId, row)
  const sections = [...new Set([...enrollments.values()].map(({ sectionId }) => sectionId))].sort((a, b) => a - b)
  // As for marking a day, so that no one can mark days of the month during the import.
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
  const find = await studentFinder(scope, rows, settings.sessionId)
  const found = rows.map(({ values }) => find(values))
  const recorded = await readRecorded(
    scope,
    session?.id ?? 0,
    found.flatMap(({ student }) => student?.id ?? []),
    lock,
  )
  const drafts = rows.map(({ line, values }, index) => {
    const { student = null, problems: unknown = [] } = found[index] ?? {}
    const problems: Problem[] = [...unknown, ...lackingColumns(rules, values, 'always')]
    const enrollment = student ? recorded.enrollments.get(student.id) : undefined
    const month = session && values.month !== undefined ? monthInSession(values.month, session) : null
    const [held, halves] = [Number(values.days_held ?? 0), Number(values.days_attended ?? 0)]
    if (!session) problems.push({ column: null, message: 'The academic session of this import no longer exists' })
    else if (problems.length === 0) {
      if (!enrollment) problems.push({ column: null, message: `The student has no class in ${session.name}` })
      if (month === null) problems.push({ column: 'Month', message: `This is no single month of ${session.name}` })
      else problems.push(...problemsOf(month, held, halves, settings.today))
    }
    const key = enrollment && month ? keyOf(enrollment.id, month) : null
    const days = key === null ? undefined : recorded.days.get(key)
    if (days !== undefined && month !== null)
      problems.push({
        column: 'Month',
        message: `Attendance of ${formatMonth(month, 'en')} is recorded by day (${counted(days, 'day')})`,
      })
    const before = key === null ? undefined : recorded.months.get(key)
    const step: Step | null =
      student && enrollment && month ? { student, enrollment, month, held, halves, before } : null
    return { line, key: problems.length > 0 ? null : key, step, problems }
  })
  const repeated = repeatedRows(drafts)
  const steps: Step[] = []
  const verdicts = drafts.map(({ line, step, problems }): Verdict => {
    const other = repeated.get(line)
    if (other !== undefined)
      return rejectedFor([{ column: 'Month', message: `Line ${other} has the same student and month` }])
    if (problems.length > 0 || !step) return rejectedFor(problems)
    const { before, held, halves } = step
    const changes = [
      ...(held === (before?.held ?? 0) ? [] : [heldLabel]),
      ...(halves === (before?.halves ?? 0) ? [] : [attendedLabel]),
    ]
    if (changes.length === 0) return { outcome: 'unchanged', problems: [], changes: [] }
    steps.push(step)
    return before ? { outcome: 'changed', problems: [], changes } : { outcome: 'new', problems: [], changes: [] }
  })
  const months = [...new Set(steps.map(({ month }) => month))].sort()
  return {
    verdicts,
    notes: months.length === 0 ? [] : [`Months: ${months.map((month) => formatMonth(month, 'en')).join(', ')}.`],
    preview: () => ({
      valuesOf: (index) => {
        const step = drafts[index]?.step
        return step && verdicts[index]?.outcome !== 'rejected' ? monthValues(step) : []
      },
      totals: totalsOf(steps),
    }),
    touches: { months: steps.flatMap(({ before }) => before?.id ?? []) },
    write: async (school, progress) => {
      for (const part of inParts(steps)) {
        await writeMonths(school, part)
        await progress(part.length)
      }
      await audit(school, steps)
      return { ok: true, months: await idsOfNew(school, steps) }
    },
  }
}

/** The sums of a month as the preview shows them. */
function monthValues({ student, enrollment, month, held, halves, before }: Step): PlannedValue[] {
  const days = (label: string, key: string, now: number, then: number | undefined) => ({
    ...{ label, text: String(now), from: [key] },
    ...(then === undefined || then === now ? {} : { before: String(then) }),
  })
  return [
    ...studentValues(student, new Map([[student.id, enrollment]])),
    { label: 'Month', text: formatMonth(month, 'en'), from: ['month'] },
    days(heldLabel, 'days_held', held, before?.held),
    days(attendedLabel, 'days_attended', halves / 2, before && before.halves / 2),
  ]
}

function totalsOf(steps: readonly Step[]) {
  const byClass = new Totals('New and changed months by class and section')
  for (const { enrollment } of steps) byClass.add(classSection(enrollment.className, enrollment.sectionName))
  return byClass.table('classes')
}

function problemsOf(month: string, held: number, halves: number, today: string): Problem[] {
  if (month > today.slice(0, 7)) return [{ column: 'Month', message: 'This month is in the future' }]
  const all = daysOfMonth(month).length
  if (held > all) return [{ column: heldLabel, message: `${formatMonth(month, 'en')} has ${all} days` }]
  if (halves > held * 2) return [{ column: attendedLabel, message: `These are more than the ${held} days held` }]
  return []
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

/** Audits one entry for each section and month, as for a marked day. */
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

/** Sums of months before the portal. Student and month identify a row; a month with days is refused. */
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
