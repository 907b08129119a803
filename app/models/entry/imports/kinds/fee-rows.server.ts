import { inParts, number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import type { SessionRecord } from '~/models/people/academics/queries.server'
import type { NumberMatch } from '~/models/people/students/find-by-number'
import { type FeeOfRow, feesOf, sumProblems } from '../match/fees-of-row'
import type { PlannedValue } from '../preview'
import { readBalance, readSide } from '../values/amounts'
import { foldKey, readCode, wrong } from '../values/cells'
import { column, type RowReader, upTo } from './field-reader'
import { type FoundStudent, numberFinder } from './number-finder.server'
import type { ImportSettings, Problem, ReadRow, RowValues } from './port'

/** Columns of every file about dues or payments: the student and the session. */
export const studentColumn = column('enrollment_number', 'Enrollment number', {
  needed: 'always',
  example: '2026/001',
  read: readCode,
})
/**
 * Name of the student, to compare with the register. Must come after the older columns: stored rows refer to columns by
 * position.
 */
export const studentNameColumn = column('student_name', 'Student name', {
  example: '',
  allowed: 'Compared with the name in the register',
  read: upTo(200),
})
export const sessionColumn = (allowed: string) =>
  column('session', 'Academic session', { example: '', sameForAll: true, allowed })

/**
 * Students of the rows, with the school's sessions; with `lock` no other transaction changes what these students owe.
 */
export async function readFeeStudents(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  lock: boolean,
) {
  const find = await numberFinder(scope, rows, settings, { asksForName: false })
  const students = rows.map(({ values }) => studentOf(find(values)))
  const studentIds = [...new Set(students.flatMap(({ student }) => student?.id ?? []))].sort((a, b) => a - b)
  // With the lock, a payment that starts now either waits for this change of the dues or is seen by it.
  if (lock) for (const part of inParts(studentIds)) await lockLedgers(scope, part)
  const sessions = await selectRows(
    { id: number('id'), name: text('name'), startsOn: text('starts_on') },
    'FROM academic_sessions WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return { students, studentIds, sessions }
}

export interface FeeStudent {
  id: number
  name: string
}

/** Class and section of each student in the last session, by id; for the preview. */
export async function readClassesOf({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  const classes = new Map<number, { className: string; sectionName: string }>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await selectRows(
      { studentId: number('e.student_id'), className: text('c.name'), sectionName: text('sec.name') },
      `FROM enrollments e
       JOIN academic_sessions a ON a.id = e.academic_session_id
       JOIN classes c ON c.id = e.class_id JOIN sections sec ON sec.id = e.section_id
       WHERE e.school_id = :schoolId AND e.student_id IN (:part) ORDER BY a.starts_on`,
      { schoolId, part },
    )
    for (const { studentId, ...row } of rows) classes.set(studentId, row)
  }
  return classes
}

export type ClassesOfStudents = Awaited<ReturnType<typeof readClassesOf>>

/** The student of a money row, for the preview: the name in the register, and the class. */
export function studentValues({ id, name }: FeeStudent, classes: ClassesOfStudents): PlannedValue[] {
  const seat = classes.get(id)
  return [
    { label: 'Student', text: name, from: [studentNameColumn.spec.key], otherwise: [] },
    ...(seat ? [{ label: 'Student', text: `${seat.className} – ${seat.sectionName}`, from: [] }] : []),
  ]
}

/** Student of a row, or the problem with its number or name; a row without a number has neither. */
function studentOf(match: NumberMatch<FoundStudent> | null): { student: FoundStudent | null; problems: Problem[] } {
  if (!match || match.student) return { student: match?.student ?? null, problems: [] }
  const { spec } = match.trouble === 'other-name' ? studentNameColumn : studentColumn
  const message = match.trouble === 'unknown' ? 'No student has this enrollment number' : match.message
  return { student: null, problems: [{ column: spec.label, message }] }
}

/** Paise of the amount in a column of their own. Must come after the older columns. */
export const paiseColumn = column('paise', 'Paise', {
  example: '',
  allowed: 'Paise of the amount, from 0 to 99',
  read: (text, _, how) => {
    const paise = readBalance(text, { ...how.amount, unit: 'paise' })
    return paise.ok && !/^\d{1,2}$/.test(paise.text) ? wrong('Enter paise from 0 to 99') : paise
  },
  isOnlyRead: true,
})

/** Side of the account in a column of its own. Must come after the older columns. */
export const sideColumn = column('side', 'Dr/Cr', {
  example: '',
  allowed: 'Dr or Cr',
  choices: ['Dr', 'Cr'],
  read: readSide,
  isOnlyRead: true,
})

/**
 * Merges the separate columns of a row into its amount: adds the paise, subtracts payments and credits, and makes an
 * amount on the other side of the account (debit or credit) negative. Several fees on that side become one amount.
 */
export function withParts(read: RowReader, otherSide: 'dr' | 'cr'): RowReader {
  return (cells) => {
    const { values: all, problems } = read(cells)
    const { side, ...values } = all
    const { paise, less, ...rest } = values
    const isOther = side === otherSide && Number(values.amount ?? 0) > 0
    if (isOther && problems.length === 0 && less === undefined && paise === undefined)
      return { values: { ...rest, amount: `-${values.amount}` }, problems }
    const hasParts = Number(paise ?? 0) !== 0 || Number(less ?? 0) !== 0
    if (problems.length === 0 && !hasParts && side === otherSide && rest.fees !== undefined)
      return sumOnOtherSide(rest, feesOf(rest.fees))
    if (problems.length > 0 || !hasParts) return { values: rest, problems }
    const amount = Number(values.amount ?? 0) * (isOther ? -1 : 1)
    const refuse = (column: string, message: string) => ({ values: rest, problems: [{ column, message }] })
    if (values.fees !== undefined)
      return refuse('Amount', 'Paise and payments need one amount, not a column for each fee')
    if (paise !== undefined && paise !== '0' && amount % 100 !== 0)
      return refuse(paiseColumn.spec.label, 'The amount has paise too')
    const sum = (amount < 0 ? amount - Number(paise ?? 0) : amount + Number(paise ?? 0)) - Number(less ?? 0)
    return { values: { ...rest, amount: String(sum) }, problems }
  }
}

/** Turns a row whose fees are on the other side of the account into one negative amount. */
function sumOnOtherSide({ fees: _, total, ...rest }: RowValues, fees: readonly FeeOfRow[]): ReturnType<RowReader> {
  const amounts = fees.map((fee) => ({ ...fee, paise: Math.abs(fee.paise) }))
  const sum = amounts.reduce((paise, fee) => paise + fee.paise, 0)
  const problems = sumProblems(amounts, total === undefined ? undefined : String(Math.abs(Number(total))))
  return { values: { ...rest, amount: sum === 0 ? '0' : `-${sum}` }, problems }
}

type SessionOfSchool = Pick<SessionRecord, 'id' | 'name' | 'startsOn'>

/** Session of a row, by `2025-26` or `2025-2026`; `usual` if the row names none. */
export function findSessionOf(
  sessions: readonly SessionOfSchool[],
  sessionName: string | undefined,
  usual: number | null,
): SessionOfSchool | undefined {
  if (sessionName === undefined) return sessions.find((session) => session.id === usual)
  return sessions.find((session) => sessionKey(session.name) === sessionKey(sessionName))
}

function sessionKey(name: string): string {
  return foldKey(name)
    .replace(/\s/g, '')
    .replace(/^(\d{4})[-/–](?:\d{2})?(\d{2})$/, '$1-$2')
}
