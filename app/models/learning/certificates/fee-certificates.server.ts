import { randomUUID } from 'node:crypto'
import { inTransaction, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { daysOfFinancialYear, financialYearOf, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { hasHeadsSql, headSql, readTuition, readTuitions } from '~/models/money/ledger/books/tuition.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { cancelUntrueFees } from '~/models/money/ledger/untrue-certificates.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import type { CertificateView, Fact } from './certificate-view'
import { writeIssued } from './issue.server'
import { feeSection } from './rules'
import { classWithin, mostlyWithin, type Register, registerFacts } from './student-facts.server'
import { Certificate, CertificateCopy, CertificateKind } from './tables.server'

/**
 * Lists, latest first, the financial years with unrefunded payments for tuition, or for heads that the school has not
 * classified.
 */
export async function listPaidYears({ schoolId, studentId }: StudentScope): Promise<string[]> {
  const rows = await selectRows(
    { day: text('DATE(MAX(p.paid_at) + INTERVAL 330 MINUTE)') },
    `FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.state = 'settled' JOIN dues d ON d.id = l.due_id
     LEFT JOIN due_parts t ON t.due_id = d.id LEFT JOIN tuition_marks k ON k.school_id = d.school_id AND k.head = ${headSql}
     WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.paid_at IS NOT NULL AND ${hasHeadsSql}
       AND COALESCE(k.is_tuition, 1) = 1
     GROUP BY YEAR(p.paid_at + INTERVAL 330 MINUTE - INTERVAL 3 MONTH) HAVING SUM(l.amount_paise) > 0 ORDER BY 1 DESC`,
    { schoolId, studentId },
  )
  return rows.map(({ day }) => financialYearOf(day))
}

const kindColumns = {
  ...columnsOf(CertificateKind, 'k', 'id', 'name', 'base', 'prefix', 'bookNumber', 'firstNumber', 'firstYear'),
}

function findFeeKind({ schoolId }: SchoolScope | StudentScope) {
  const fromClause = "FROM certificate_kinds k WHERE k.school_id = :schoolId AND k.base = 'fee' ORDER BY k.id LIMIT 1"
  return selectRow(kindColumns, fromClause, { schoolId })
}

type Refusal = 'no-kind' | 'no-money' | 'heads-unmarked' | 'too-many'

/** Daily limit for certificates that a family issues itself, since each uses up a number of the school. */
const certificatesADay = 15

/**
 * Issues a certificate of the tuition paid in a financial year: the existing one if it matches the ledger, otherwise a
 * new one with the next number. Cancels an existing certificate that states too much. Refuses `no-kind` (the school
 * issues none), `no-money`, `heads-unmarked` (unclassified heads) and `too-many` (the family's daily limit).
 * @param input.orAny accepts an existing one in another language
 * @returns the public id of the original
 */
export async function issueFeeCertificate(
  scope: SchoolScope | StudentScope,
  input: { studentId: number; financialYear: string; language: Language; orAny?: boolean },
): Promise<Outcome<{ copy: string; number: string }, Refusal>> {
  const { schoolId } = scope
  const { studentId, financialYear, language, orAny = false } = input
  // Cancels incorrect certificates in a separate transaction, which a refusal below does not roll back. Refunds cancel
  // incorrect certificates themselves; this catches heads that are no longer tuition.
  await inTransaction(async () => {
    await lockLedger(scope, studentId)
    await cancelUntrueFees(scope, studentId)
  })
  return inTransaction(async () => {
    const kind = await findFeeKind(scope)
    if (!kind) return refused('no-kind')
    // Locks out payments, and makes the second of two concurrent calls find the first one's certificate.
    await lockLedger(scope, studentId)
    const sums = await readTuition(scope, studentId, financialYear)
    if (sums.unmarked.length > 0) return refused('heads-unmarked')
    if (sums.totalPaise === 0) return refused('no-money')
    const days = daysOfFinancialYear(financialYear)
    const issuedOn = todayInIndia(new Date())
    const register = {
      ...(await registerFacts(scope, studentId)),
      className: await classWithin(scope, studentId, days),
    }
    // In a running year, the certificate covers the time until today.
    const [until = days.to] = [issuedOn, days.to].sort()
    const parts = partsOf(register, sums, { financialYear, from: days.from, until }, language)
    const before = await lastIssued(scope, studentId, financialYear, orAny ? null : language)
    // Once the year is over, a certificate issued during it is incomplete.
    const isWhole = issuedOn < days.to || (before?.view?.issuedOn ?? '') >= days.to
    if (before?.view && isWhole && saysTheSame(before.view.amounts, parts.amounts))
      return done({ copy: before.copy, number: before.view.number })
    // Only families have a daily limit.
    const bucket = `fee-certificates:${schoolId}:${studentId}`
    if ('studentId' in scope && !(await takeQuota(bucket, certificatesADay, 86_400))) return refused('too-many')
    const publicId = newPublicId()
    const content = { total_paise: String(sums.totalPaise) }
    const certificateKeys = {
      publicId,
      schoolId,
      studentId,
      kindId: kind.id,
      formKey: randomUUID(),
      feeYear: financialYear,
    }
    const { id } = await Certificate.create({ ...certificateKeys, language, state: 'draft', content })
    const { id: kindId, name: kindName, ...numbered } = kind
    const issue = { register, issuedOn, parts, overrideReason: null, saysDay: false }
    const { number } = await writeIssued(scope, { ...numbered, id, kindId, kindName, language }, issue)
    const details = { number, student: register.name, year: financialYear, amountPaise: sums.totalPaise }
    await recordAudit(scope, { action: 'certificate.issued', subject: { kind: 'certificate', id }, details })
    const copy = await selectRow(
      columnsOf(CertificateCopy, 'c', 'publicId'),
      'FROM certificate_copies c WHERE c.school_id = :schoolId AND c.certificate_id = :id AND c.number = 0',
      { schoolId, id },
    )
    if (!copy) throw new Error('The certificate has no original')
    return done({ copy: copy.publicId, number })
  })
}

type Amounts = CertificateView['amounts']

/** Returns whether two certificates have the same amounts, in any language. */
function saysTheSame(one: Amounts, other: Amounts): boolean {
  const sums = (amounts: Amounts) => JSON.stringify([amounts?.rows, amounts?.total[1]])
  return sums(one) === sums(other)
}

const issuedColumns = { ...columnsOf(Certificate, 'x', 'view'), copy: text('c.public_id') }

/** Finds the latest issued certificate of the year in this language, or in any if null. */
function lastIssued(
  { schoolId }: SchoolScope | StudentScope,
  studentId: number,
  financialYear: string,
  language: Language | null,
) {
  return selectRow(
    issuedColumns,
    `FROM certificates x JOIN certificate_copies c ON c.certificate_id = x.id AND c.number = 0
     WHERE x.school_id = :schoolId AND x.student_id = :studentId AND x.fee_year = :financialYear AND x.state = 'issued'
       AND (:language IS NULL OR x.language = :language) ORDER BY x.id DESC LIMIT 1`,
    { schoolId, studentId, financialYear, language },
  )
}

function partsOf(
  register: Register,
  sums: Awaited<ReturnType<typeof readTuition>>,
  { financialYear, from, until }: { financialYear: string; from: string; until: string },
  language: Language,
) {
  const locale = { locale: language }
  const section = feeSection(financialYear)
  // The payer is unknown, so the text names the parents from the register.
  const parents = [register.fatherName, register.motherName].filter(Boolean).join(' / ')
  const facts = {
    name: parents ? m.certificates_child_of({ name: register.name, parents }, locale) : register.name,
    class: register.className ?? '–',
    from: formatDay(from, language),
    to: formatDay(until, language),
  }
  const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
  const law = section === '80C' ? m.certificates_fee_law_1961 : m.certificates_fee_law_2025
  return {
    items: [],
    paragraphs: [m.certificates_fee_text(facts, locale)],
    amounts: {
      heads: [m.certificates_fee_head({}, locale), m.certificates_fee_paid({}, locale)] satisfies [string, string],
      rows: sums.heads.map(({ name, amountPaise }): Fact => [name, exact(amountPaise)]),
      total: [m.certificates_fee_total({}, locale), exact(sums.totalPaise)] satisfies Fact,
    },
    notes: [
      amountInWords(sums.totalPaise, language),
      m.certificates_fee_tuition_only({}, locale),
      law({ section }, locale),
    ],
  }
}

const enrolled = {
  studentId: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  language: wordOf<Language>('s.language'),
  rollNumber,
  /** Number of the latest certificate for the year. */
  number: textOrNull(`(SELECT x.number_text FROM certificates x WHERE x.school_id = s.school_id AND x.student_id = s.id
    AND x.fee_year = :financialYear AND x.state = 'issued' ORDER BY x.id DESC LIMIT 1)`),
}

/**
 * Lists the students of a section, in the academic session that overlaps most of the financial year, with the tuition
 * that each paid and the number of the latest certificate.
 */
export async function readClassFees(scope: SchoolScope, sectionPublicId: string, financialYear: string) {
  const { from, to } = daysOfFinancialYear(financialYear)
  const students = await selectRows(
    enrolled,
    `FROM enrollments e JOIN sections t ON t.id = e.section_id JOIN academic_sessions y ON y.id = e.academic_session_id
     JOIN students s ON s.id = e.student_id
     WHERE e.school_id = :schoolId AND t.public_id = :section AND ${mostlyWithin('y')}
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.id`,
    { schoolId: scope.schoolId, section: sectionPublicId, from, to, financialYear },
  )
  const ids = students.map(({ studentId }) => studentId)
  const tuitions = await readTuitions(scope, ids, financialYear)
  return students.flatMap((student) => {
    const tuition = tuitions.get(student.studentId)
    return tuition ? [{ ...student, ...tuition }] : []
  })
}

/** Maximum students per file, limited because the user waits for it. No section has as many students. */
export const maxOfClass = 100

/**
 * Issues the certificates of a class, each in the family's language, for students with payments and no matching
 * certificate in any language. Returns the number of students with certificates. Refuses like `issueFeeCertificate`.
 */
export async function issueClassFees(
  scope: SchoolScope,
  sectionPublicId: string,
  financialYear: string,
): Promise<Outcome<{ count: number }, Refusal>> {
  const students = await readClassFees(scope, sectionPublicId, financialYear)
  if (students.some(({ unmarked }) => unmarked.length > 0)) return refused('heads-unmarked')
  const paying = students.filter(({ totalPaise }) => totalPaise > 0)
  if (paying.length === 0) return refused('no-money')
  for (const { studentId, language } of paying) {
    const issued = await issueFeeCertificate(scope, { studentId, financialYear, language, orAny: true })
    if (!issued.ok && issued.reason !== 'no-money') return issued
  }
  return done({ count: paying.length })
}

const printedColumns = {
  ...columnsOf(Certificate, 'x', 'view', 'language', 'studentId'),
  ...columnsOf(CertificateCopy, 'c', 'number', 'madeOn', 'token'),
}

/** Lists the latest certificate of each student of a class for a financial year, as issued, in class order. */
export async function readClassCertificates(scope: SchoolScope, sectionPublicId: string, financialYear: string) {
  const students = (await readClassFees(scope, sectionPublicId, financialYear)).slice(0, maxOfClass)
  if (students.length === 0) return []
  const rows = await selectRows(
    printedColumns,
    `FROM certificates x JOIN certificate_copies c ON c.certificate_id = x.id AND c.number = 0
     WHERE x.school_id = :schoolId AND x.fee_year = :financialYear AND x.state = 'issued' AND x.student_id IN (:studentIds) ORDER BY x.id`,
    { schoolId: scope.schoolId, financialYear, studentIds: students.map(({ studentId }) => studentId) },
  )
  const latest = new Map(rows.map((row) => [row.studentId, row]))
  return students.flatMap(({ studentId }) => latest.get(studentId) ?? [])
}

const ownSelection = {
  ...columnsOf(Certificate, 'x', 'state', 'issuedOn', 'feeYear'),
  copy: text('c.public_id'),
  kindName: text('k.name'),
  ...columnsOf(CertificateKind, 'k', 'base'),
  number: text('x.number_text'),
}

export function listOwnCertificates({ schoolId, studentId }: StudentScope) {
  return selectRows(
    ownSelection,
    `FROM certificates x JOIN certificate_kinds k ON k.id = x.kind_id
     JOIN certificate_copies c ON c.certificate_id = x.id AND c.number = 0
     WHERE x.school_id = :schoolId AND x.student_id = :studentId AND x.state <> 'draft' ORDER BY x.id DESC LIMIT 50`,
    { schoolId, studentId },
  )
}
