import { flag, number, selectRows, text, textOrNull } from '~/database/database.server'
import {
  containing,
  contains,
  type FilteredQuery,
  onceForAllPages,
  type Page,
  rowsOfAList,
} from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { groupBy } from '~/models/core/shared/group-by'
import { compareKeys, numberKey } from '~/models/core/shared/numbering/numbering'
import { pageCount } from '~/models/core/shared/paging'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { dayInWords } from '~/models/learning/certificates/day-in-words'
import { matchStudents } from '~/models/people/students/match-students.server'
import { hasOneNumberSql } from '~/models/people/students/next-numbers.server'
import { type Correction, listCorrections } from '~/models/people/students/register/correct-register.server'
import { Student } from '~/models/people/students/tables.server'
import type { EntryState } from './options'
import { remarksOf } from './register-words'
import { type NumberTrouble, numberTrouble } from './rules'
import { RegisterPeriod } from './tables.server'

/** `from` and `to` are admission numbers as typed, `session` a public id. */
export type RegisterQuery = FilteredQuery<'number', 'session' | 'state' | 'from' | 'to'>

/**
 * Entry by its number. `periodId` is 0 for the student's current entry, otherwise the period with which the entry was
 * closed. Without an admission number the enrollment number is used, as on certificates.
 */
export interface EntryNumber {
  studentId: number
  periodId: number
  number: string
  /** False if the enrollment number replaces a missing admission number in a school that uses two numbers. */
  isNumbered: boolean
}

/** SQL: day of admission, or of the first enrollment if unknown. */
const admittedOn = `COALESCE(i.admission_date, (SELECT MIN(ae.enrolled_on) FROM enrollments ae
  WHERE ae.school_id = s.school_id AND ae.student_id = s.id))`

const numbers = {
  studentId: number('r.student_id'),
  periodId: number('r.period_id'),
  number: text('r.number'),
  isNumbered: flag('r.is_numbered'),
}

const isCorrected =
  'EXISTS (SELECT 1 FROM register_corrections rc WHERE rc.school_id = s.school_id AND rc.student_id = s.id)'

/** Conditions of each state, for the current entry of a student and for a closed one. */
const states: Record<EntryState, [now: string, closed: string]> = {
  here: ["s.status <> 'left'", 'FALSE'],
  left: ["s.status = 'left'", 'TRUE'],
  corrected: [isCorrected, isCorrected],
  unnumbered: ['i.admission_number IS NULL', 'FALSE'],
}

const inSession = (day: string) => `EXISTS (SELECT 1 FROM academic_sessions y WHERE y.school_id = s.school_id
  AND y.public_id = :session AND ${day} BETWEEN y.starts_on AND y.ends_on)`

const maxWords = 6

const isState = (word: string): word is EntryState => word in states

/** SQL of the entries `r`, current and closed, each filtered by a condition on the student `s`. */
const numbersFrom = (now: string, closed: string) => `(
  SELECT s.id AS student_id, 0 AS period_id, COALESCE(i.admission_number, s.enrollment_number) AS number,
    i.admission_number IS NOT NULL OR ${hasOneNumberSql} AS is_numbered
  FROM students s LEFT JOIN academic_infos i ON i.student_id = s.id WHERE ${now}
  UNION ALL
  SELECT s.id, p.id, p.admission_number, 1
  FROM register_periods p JOIN students s ON s.school_id = p.school_id AND s.id = p.student_id
  WHERE p.school_id = :schoolId AND p.is_own_entry = 1 AND ${closed}) r`

/**
 * Lists the numbers of all entries that match a query, in natural order. Sorts in memory, because databases do not know
 * this order; 10,000 students take some milliseconds.
 */
export async function listEntryNumbers({ schoolId }: SchoolScope, query: RegisterQuery): Promise<EntryNumber[]> {
  const { session, state, from, to } = query.filters
  const match = query.search ? matchStudents('s')(query.search) : null
  // Also searches the values before a correction, because older papers show them.
  const words = query.search.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const oldName = `EXISTS (SELECT 1 FROM register_corrections ro WHERE ro.school_id = s.school_id AND ro.student_id = s.id
    AND ${words.map((word, index) => contains('ro.old_value', word, `old${index}`)).join(' AND ')})`
  const old = Object.fromEntries(words.map((word, index) => [`old${index}`, containing(word)]))
  const conditionFor = (day: string, asks: string | undefined, more: string) =>
    [
      's.school_id = :schoolId',
      ...(session ? [inSession(day)] : []),
      ...(asks ? [asks] : []),
      ...(match ? [`((${match.sql}) OR ${oldName}${more})`] : []),
    ].join(' AND ')
  const [now, closed] = isState(state) ? states[state] : []
  const closedNumber = ` OR ${contains('p.admission_number', query.search, 'pattern')}`
  const rows = await selectRows(
    numbers,
    `FROM ${numbersFrom(conditionFor(admittedOn, now, ''), conditionFor('p.admitted_on', closed, closedNumber))}`,
    { schoolId, session, pattern: containing(query.search), ...match?.values, ...(match ? old : {}) },
  )
  const [min, max] = [numberKey(from), numberKey(to)]
  return rows
    .map((row) => ({ row, key: numberKey(row.number) }))
    .filter(({ key }) => (from === '' || key >= min) && (to === '' || key <= max))
    .sort((one, other) => compareKeys(one.key, other.key) || one.row.studentId - other.row.studentId)
    .map(({ row }) => row)
}

const entry = {
  ...columnsOf(Student, 's', 'id', 'publicId', 'status', 'leftOn', 'leavingReason'),
  admissionNumber: textOrNull('i.admission_number'),
  enrollmentNumber: text('s.enrollment_number'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  birthDate: text('s.date_of_birth'),
  gender: text('s.gender'),
  category: text('s.category'),
  religion: textOrNull('s.religion'),
  fatherName: textOrNull("NULLIF(g.father_name, '')"),
  motherName: textOrNull("NULLIF(g.mother_name, '')"),
  guardianName: textOrNull('g.guardian_name'),
  previousSchool: textOrNull('i.previous_school'),
  admittedOn: textOrNull(admittedOn),
  admissionClass: textOrNull(`COALESCE(i.admission_class, (SELECT ac.name FROM enrollments af
    JOIN academic_sessions ay ON ay.id = af.academic_session_id JOIN classes ac ON ac.id = af.class_id
    WHERE af.school_id = s.school_id AND af.student_id = s.id
      AND (i.admission_date IS NULL OR COALESCE(af.left_on, ay.ends_on) >= i.admission_date)
    ORDER BY ay.starts_on, af.id LIMIT 1))`),
  leavingClass: textOrNull(`IF(s.left_on IS NULL, NULL, (SELECT lc.name FROM enrollments le
    JOIN academic_sessions ly ON ly.id = le.academic_session_id JOIN classes lc ON lc.id = le.class_id
    WHERE le.school_id = s.school_id AND le.student_id = s.id
    ORDER BY ly.starts_on <= s.left_on DESC, ly.starts_on DESC, le.id DESC LIMIT 1))`),
  certificateId: number('COALESCE(x.id, 0)'),
  certificateNumber: textOrNull('x.number_text'),
  certificateOn: textOrNull('x.issued_on'),
}

/**
 * SQL of current entries, with the last issued transfer or leaving certificate `x`. Excludes certificates of a period
 * that ended with a return.
 */
const entryFrom = `students s LEFT JOIN academic_infos i ON i.student_id = s.id LEFT JOIN guardians g ON g.student_id = s.id
  LEFT JOIN certificates x ON x.id = (SELECT MAX(w.id) FROM certificates w JOIN certificate_kinds k ON k.id = w.kind_id
    WHERE w.school_id = s.school_id AND w.student_id = s.id AND w.state = 'issued' AND k.base IN ('transfer','leaving')
      AND NOT EXISTS (SELECT 1 FROM register_periods rp WHERE rp.school_id = s.school_id AND rp.student_id = s.id
        AND (rp.certificate_id >= w.id OR rp.returned_on > w.issued_on)))`

/** Reads the current register data of students, unordered. Also called when an entry is closed. */
export function readPresent({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  return selectRows(entry, `FROM ${entryFrom} WHERE s.school_id = :schoolId AND s.id IN (:studentIds)`, {
    schoolId,
    studentIds: [...studentIds],
  })
}

const period = {
  ...columnsOf(RegisterPeriod, 'p', 'id', 'studentId', 'admissionNumber', 'isOwnEntry', 'previousSchool'),
  ...columnsOf(RegisterPeriod, 'p', 'admittedOn', 'admissionClass', 'leftOn', 'leavingClass', 'leavingReason'),
  ...columnsOf(RegisterPeriod, 'p', 'returnedOn', 'returnedClass', 'createdAt'),
  certificateNumber: textOrNull('x.number_text'),
  certificateOn: textOrNull('x.issued_on'),
}

/** Period at the school that ended before the student returned. */
export type Period = Awaited<ReturnType<typeof readPeriods>>[number]

function readPeriods({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  return selectRows(
    period,
    `FROM register_periods p LEFT JOIN certificates x ON x.id = p.certificate_id AND x.state = 'issued'
     WHERE p.school_id = :schoolId AND p.student_id IN (:studentIds) ORDER BY p.id`,
    { schoolId, studentIds: [...studentIds] },
  )
}

type Present = Awaited<ReturnType<typeof readPresent>>[number]

export interface RegisterEntry
  extends Omit<Present, 'id' | 'status' | 'admissionNumber' | 'enrollmentNumber' | 'certificateId'> {
  /** Unique key, because a student (`publicId`) may have several entries. */
  key: string
  studentId: number
  number: string
  isNumbered: boolean
  /** The entry was closed: the student returned under another number. */
  isClosed: boolean
  /** Periods under this number that ended before the student returned. */
  periods: Period[]
  /** Numbers of the student's other entries. */
  otherNumbers: string[]
  corrections: Correction[]
}

/** Reads complete entries, in the order of their numbers. */
export async function readEntries(scope: SchoolScope, entryNumbers: readonly EntryNumber[]): Promise<RegisterEntry[]> {
  if (entryNumbers.length === 0) return []
  const ids = [...new Set(entryNumbers.map(({ studentId }) => studentId))]
  const [present, periods, corrections] = await Promise.all([
    readPresent(scope, ids),
    readPeriods(scope, ids),
    listCorrections(scope, ids),
  ])
  const students = new Map(present.map((student) => [student.id, student]))
  const periodsOf = groupBy(periods, ({ studentId }) => studentId)
  const correctionsOf = groupBy(corrections, ({ studentId }) => studentId)
  return entryNumbers.flatMap((one) => {
    const student = students.get(one.studentId)
    const all = { periods: periodsOf.get(one.studentId) ?? [], corrections: correctionsOf.get(one.studentId) ?? [] }
    return student ? [entryOf(one, student, all)] : []
  })
}

function entryOf(
  { periodId, number: ownNumber, isNumbered }: EntryNumber,
  student: Present,
  { periods, corrections }: { periods: Period[]; corrections: Correction[] },
): RegisterEntry {
  const { id, status: _, admissionNumber, enrollmentNumber, certificateId: _certificate, ...now } = student
  const closed = periods.filter(({ isOwnEntry }) => isOwnEntry)
  const ownPeriod = closed.find((one) => one.id === periodId)
  const earlier = closed.filter((one) => periodId === 0 || one.id < periodId).at(-1)
  const before = earlier?.id ?? 0
  const otherNumbers = [
    ...closed.filter((one) => one !== ownPeriod).map((one) => one.admissionNumber),
    ...(ownPeriod ? [admissionNumber ?? enrollmentNumber] : []),
  ]
  const shared = {
    key: `${id}-${periodId}`,
    studentId: id,
    number: ownNumber,
    isNumbered,
    isClosed: ownPeriod !== undefined,
    otherNumbers,
    // Corrections of a name or birth date apply to all entries; those of a number or admission day apply to one entry.
    corrections: corrections.filter(
      ({ field, createdAt }) =>
        field === 'name' ||
        field === 'date_of_birth' ||
        ((!earlier || createdAt >= earlier.createdAt) && (!ownPeriod || createdAt < ownPeriod.createdAt)),
    ),
    periods: periods.filter((one) => !one.isOwnEntry && one.id > before && (periodId === 0 || one.id < periodId)),
  }
  if (!ownPeriod) return { ...now, ...shared }
  const { previousSchool, admittedOn: cameOn, admissionClass, leftOn, leavingClass, leavingReason } = ownPeriod
  const left = { leftOn, leavingClass, leavingReason, certificateNumber: ownPeriod.certificateNumber }
  return {
    ...now,
    ...shared,
    previousSchool,
    admittedOn: cameOn,
    admissionClass,
    ...left,
    certificateOn: ownPeriod.certificateOn,
  }
}

/** Entry as the list and its file show it, in English. */
export type RegisterLine = Omit<RegisterEntry, 'studentId' | 'periods' | 'otherNumbers' | 'corrections'> & {
  birthWords: string
  remarks: string
}

function lineOf(entry: RegisterEntry): RegisterLine {
  const { studentId: _id, periods: _, otherNumbers: _others, corrections: _corrections, ...shown } = entry
  return { ...shown, birthWords: dayInWords(entry.birthDate, 'en'), remarks: remarksOf(entry, 'en').join(' ') }
}

/** Issues with the numbers of the whole register, and how many students have no admission number. */
export type NumberIssues = NumberTrouble & { unnumbered: number }

function numberIssuesOf(all: readonly EntryNumber[]): NumberIssues {
  const numbered = all.filter(({ isNumbered }) => isNumbered)
  return { ...numberTrouble(numbered.map((one) => one.number)), unnumbered: all.length - numbered.length }
}

/**
 * Lists one page of the General Register: every student ever admitted, by admission number. The first page of the
 * unfiltered list includes issues with the numbers, without further queries.
 */
export async function listRegister(
  scope: SchoolScope,
  query: RegisterQuery,
): Promise<Page<RegisterLine> & { trouble: NumberIssues | null }> {
  const all = await onceForAllPages('entries', () => listEntryNumbers(scope, query))
  const size = query.pageSize ?? rowsOfAList
  const pages = pageCount(all.length, size)
  const page = Math.min(query.page, pages)
  const isWhole = query.search === '' && Object.values(query.filters).every((one) => one === '')
  const ordered = query.descending ? [...all].reverse() : all
  const entries = await readEntries(scope, ordered.slice((page - 1) * size, page * size))
  return {
    rows: entries.map(lineOf),
    total: all.length,
    page,
    pages,
    trouble: isWhole && page === 1 && all.length > 0 ? numberIssuesOf(all) : null,
  }
}

/** Lists all entries of a student, the current one first; empty for an unknown student. */
export async function findEntries(scope: SchoolScope, publicId: string): Promise<RegisterEntry[]> {
  const one = 's.school_id = :schoolId AND s.public_id = :publicId'
  const order = 'ORDER BY r.period_id = 0 DESC, r.period_id DESC'
  const rows = await selectRows(numbers, `FROM ${numbersFrom(one, one)} ${order}`, {
    schoolId: scope.schoolId,
    publicId,
  })
  return readEntries(scope, rows)
}
