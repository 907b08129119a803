import { flag, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { formatDay, formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { allDaysOfEnrollments } from '~/models/learning/attendance/enrollment-days.server'
import { attendedDays, markedDays } from '~/models/learning/attendance/rules'
import { lastResults } from '~/models/learning/exams/results/last-result.server'
import { listOpenDues } from '~/models/money/ledger/counter/find-payers.server'
import { Student } from '~/models/people/students/tables.server'
import { classInWords, dayInWords } from './day-in-words'
import type { Placeholder } from './rules'

const person = {
  ...columnsOf(Student, 's', 'id', 'publicId', 'status', 'leftOn', 'leavingReason'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  birthDate: text('s.date_of_birth'),
  category: text('s.category'),
  religion: textOrNull('s.religion'),
  isRte: flag('s.rte'),
  fatherName: textOrNull('g.father_name'),
  motherName: textOrNull('g.mother_name'),
  admissionNumber: textOrNull('i.admission_number'),
  admissionDate: textOrNull('i.admission_date'),
  admissionClass: textOrNull('i.admission_class'),
  previousSchool: textOrNull('i.previous_school'),
  hasBirthCertificate: flag(
    "EXISTS (SELECT 1 FROM student_documents x WHERE x.student_id = s.id AND x.kind = 'birth_certificate')",
  ),
  enrollmentId: number('COALESCE(e.id, 0)'),
  classId: number('COALESCE(e.class_id, 0)'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('t.name'),
  sessionName: textOrNull('y.name'),
  sessionStartsOn: textOrNull('y.starts_on'),
  rollNumber: textOrNull('e.roll_number'),
  schoolName: text('h.name'),
}

/**
 * Joins the enrollment of the latest session that has begun; after a promotion the student also has one in the next
 * session.
 */
const from = `FROM students s JOIN schools h ON h.id = s.school_id
  LEFT JOIN guardians g ON g.student_id = s.id LEFT JOIN academic_infos i ON i.student_id = s.id
  LEFT JOIN enrollments e ON e.id = (SELECT f.id FROM enrollments f JOIN academic_sessions z ON z.id = f.academic_session_id
    WHERE f.school_id = s.school_id AND f.student_id = s.id ORDER BY z.starts_on <= :today DESC, z.starts_on DESC, f.id DESC LIMIT 1)
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections t ON t.id = e.section_id
  LEFT JOIN academic_sessions y ON y.id = e.academic_session_id
  WHERE s.school_id = :schoolId`

export type Register = NonNullable<Awaited<ReturnType<typeof findRegister>>>

/** Finds a student's register data with the last class; null if the school has no such student. */
export function findRegister({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(person, `${from} AND s.public_id = :publicId`, {
    schoolId,
    publicId,
    today: todayInIndia(new Date()),
  })
}

export async function registerFacts({ schoolId }: SchoolScope | StudentScope, studentId: number): Promise<Register> {
  const register = await selectRow(person, `${from} AND s.id = :studentId`, {
    schoolId,
    studentId,
    today: todayInIndia(new Date()),
  })
  if (!register) throw new Error('The student of the certificate is gone')
  return register
}

/** SQL: number of days of the academic session `alias` that are between `:from` and `:to`. */
const sharedDays = (alias: string) => `DATEDIFF(LEAST(${alias}.ends_on, :to), GREATEST(${alias}.starts_on, :from))`

/** SQL condition on the session `alias`: the school's academic session with most days between `:from` and `:to`. */
export const mostlyWithin = (alias: string) => `${alias}.id = (SELECT z.id FROM academic_sessions z
  WHERE z.school_id = :schoolId AND z.starts_on <= :to AND z.ends_on >= :from ORDER BY ${sharedDays('z')} DESC, z.id LIMIT 1)`

/** Returns the student's class for most of the days of a period (both ends `YYYY-MM-DD`); null if none. */
export async function classWithin(
  { schoolId }: SchoolScope | StudentScope,
  studentId: number,
  days: { from: string; to: string },
) {
  const enrollment = await selectRow(
    { className: text('c.name') },
    `FROM enrollments e JOIN academic_sessions z ON z.id = e.academic_session_id JOIN classes c ON c.id = e.class_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND z.starts_on <= :to AND z.ends_on >= :from
     ORDER BY ${sharedDays('z')} DESC, e.id LIMIT 1`,
    { schoolId, studentId, ...days },
  )
  return enrollment?.className ?? null
}

export async function circumstancesOf(scope: SchoolScope, register: Register) {
  const today = todayInIndia(new Date())
  const dues = await listOpenDues(scope, register.publicId, today)
  const sumOf = (some: typeof dues) => some.reduce((sum, due) => sum + due.balancePaise, 0)
  return {
    owedPaise: sumOf(dues.filter(({ dueOn }) => dueOn <= today)),
    laterPaise: sumOf(dues.filter(({ dueOn }) => dueOn > today)),
    hasBirthProof: register.hasBirthCertificate,
    isStudying: register.status !== 'left',
  }
}

/**
 * Finds a valid transfer or leaving certificate for the student's departure or, if the student has not left, any valid
 * one. Both kinds count, because either admits the student to another school.
 */
export function findIssuedBefore({ schoolId }: SchoolScope, { id, leftOn }: Register) {
  const itemSql = (item: string) => `JSON_UNQUOTE(JSON_EXTRACT(x.content, '$.${item}'))`
  return selectRow(
    { publicId: text('x.public_id'), number: text('x.number_text'), kindName: text('k.name') },
    `FROM certificates x JOIN certificate_kinds k ON k.id = x.kind_id
     WHERE x.school_id = :schoolId AND x.student_id = :id AND x.state = 'issued' AND k.base IN ('transfer', 'leaving')
       AND (:leftOn IS NULL OR x.issued_on >= :leftOn OR :leftOn IN (${itemSql('left_on')}, ${itemSql('struck_off_on')}))
     ORDER BY x.id DESC LIMIT 1`,
    { schoolId, id, leftOn },
  )
}

/** Returns the register's values of the facts that a certificate states: as stored, and as printed in a language. */
export function registeredOf(register: Register, language: Language) {
  const printed = letterWords(register, language)
  return {
    stored: { name: register.name, birth_date: register.birthDate, admitted_on: register.admissionDate },
    printed,
  }
}

const settledDue = {
  dueOn: text('d.due_on'),
  isOpen: flag("d.state = 'open' AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise"),
  concessionPaise: number('d.concession_paise'),
}

/**
 * Returns the month (`2026-09`) up to which all dues are paid, and whether the latest session's fees had a concession.
 */
async function readFees({ schoolId }: SchoolScope, { id, sessionStartsOn }: Register) {
  const dues = await selectRows(
    settledDue,
    `FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :id AND (d.state = 'open' OR d.paid_paise > 0)
     ORDER BY d.due_on, d.id`,
    { schoolId, id },
  )
  const monthOf = (due: { dueOn: string }) => due.dueOn.slice(0, 7)
  const firstOpen = dues.find((due) => due.isOpen)
  // A month counts as paid only if none of its dues is open.
  const paid = dues.filter((due) => !due.isOpen && (!firstOpen || monthOf(due) < monthOf(firstOpen)))
  const hasConcession = dues.some((due) => due.concessionPaise > 0 && due.dueOn >= (sessionStartsOn ?? ''))
  return { paidUpTo: paid.at(-1)?.dueOn.slice(0, 7) ?? null, hasConcession }
}

/**
 * Returns, by name, the items of a transfer or leaving certificate that register, marks, attendance and ledger provide,
 * in the certificate's language; null items are left for the office to fill in.
 */
export async function knownItems(scope: SchoolScope, register: Register, language: Language) {
  const locale = { locale: language }
  const { className, enrollmentId } = register
  const [days, results, subjects, fees] = await Promise.all([
    allDaysOfEnrollments(scope, [enrollmentId]),
    lastResults(scope, [enrollmentId]),
    selectRows(
      { name: text('b.name') },
      `FROM class_subjects k JOIN subjects b ON b.id = k.subject_id WHERE k.school_id = :schoolId AND k.class_id = :classId ORDER BY b.name`,
      { schoolId: scope.schoolId, classId: register.classId },
    ),
    readFees(scope, register),
  ])
  const marked = days.get(enrollmentId)
  const result = results.get(enrollmentId) ?? null
  const outcome =
    result?.outcome === 'pass'
      ? m.results_pass({}, locale)
      : result?.outcome === 'fail'
        ? m.results_fail({}, locale)
        : null
  const { admissionDate, admissionClass } = register
  const concession = register.isRte
    ? m.certificates_rte({}, locale)
    : fees.hasConcession
      ? m.certificates_yes({}, locale)
      : m.certificates_no({}, locale)
  return {
    name: register.name,
    mother_name: register.motherName,
    father_name: register.fatherName,
    birth_date: register.birthDate,
    birth_proof: register.hasBirthCertificate ? m.certificates_birth_certificate({}, locale) : null,
    nationality: m.certificates_indian({}, locale),
    religion: register.religion,
    category: register.category,
    first_admission:
      admissionDate === null ? null : [formatDay(admissionDate, language), admissionClass].filter(Boolean).join(', '),
    admitted_on: admissionDate,
    last_school: register.previousSchool,
    last_class: className === null ? null : classInWords(className, language),
    class_since:
      className === null || register.sessionStartsOn === null
        ? null
        : `${classInWords(className, language)}, ${formatDay(register.sessionStartsOn, language)}`,
    last_exam: result === null ? null : [result.name, outcome].filter(Boolean).join(' – '),
    progress: outcome,
    subjects: subjects.length === 0 ? null : subjects.map((subject) => subject.name).join(', '),
    working_days: marked ? String(markedDays(marked)) : null,
    present_days: marked ? String(attendedDays(marked)) : null,
    dues_paid_up_to: fees.paidUpTo === null ? null : formatMonth(fees.paidUpTo, language),
    concession,
    struck_off_on: register.leftOn,
    left_on: register.leftOn,
    reason: register.leavingReason,
  } satisfies Record<string, string | null>
}

/** Returns the values of a letter's placeholders, in its language; the day of issue is filled in at issue. */
export function letterWords(
  register: Register,
  language: Language,
): Record<Exclude<Placeholder, 'today'>, string | null> {
  const day = (isoDay: string | null) => (isoDay === null ? null : formatDay(isoDay, language))
  return {
    name: register.name,
    father: register.fatherName,
    mother: register.motherName,
    class: register.className,
    section: register.sectionName,
    session: register.sessionName,
    roll_number: register.rollNumber,
    admission_number: register.admissionNumber ?? register.enrollmentNumber,
    enrollment_number: register.enrollmentNumber,
    birth_date: day(register.birthDate),
    birth_date_words: dayInWords(register.birthDate, language),
    admitted_on: day(register.admissionDate),
    left_on: day(register.leftOn),
    school: register.schoolName,
  }
}
