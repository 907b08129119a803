import { inTransaction, lockRows, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classSection } from '~/models/people/academics/rules'
import { recordAuditInParts } from './audit-parts.server'
import type { SchemeCard } from './card-view'
import { type CalculatedCard, calculateCards } from './read-cards.server'
import { findScheme, keepRevision, type SchemeRecord } from './schemes.server'
import { ReportCard, ReportCardWithdrawal, ReportScheme, ReportWithholding } from './tables.server'
import { enqueueCards } from './tell-cards.server'

/** A section whose class uses the scheme, and the last term that the section's cards include. */
export interface CardsAt {
  section: { id: number; name: string }
  termKey: string
}

const termName = ({ definition }: SchemeRecord, termKey: string) =>
  definition.terms.find(({ key }) => key === termKey)?.name ?? ''

/**
 * Selects published cards of a term: those of all students in a section, or of one student (public id of the
 * enrollment) who may have changed class or left.
 */
export type CardsOf = CardsAt | { student: string; termKey: string }

const publishedSql = (target: CardsOf) => `FROM report_cards k JOIN enrollments e ON e.id = k.enrollment_id
  WHERE k.school_id = :schoolId AND k.scheme_id = :schemeId AND k.term_key = :termKey
    AND ${'student' in target ? 'e.public_id = :student' : "e.section_id = :sectionId AND e.status = 'studying'"}`

const publishedOf = ({ schoolId }: SchoolScope, scheme: SchemeRecord, target: CardsOf) => ({
  schoolId,
  schemeId: scheme.id,
  termKey: target.termKey,
  ...('student' in target ? { student: target.student } : { sectionId: target.section.id }),
})

/** Lists the names of the students whose published cards a withdrawal would affect. */
export function listPublished(scope: SchoolScope, scheme: SchemeRecord, target: CardsOf) {
  return selectRows(
    { name: text("(SELECT TRIM(CONCAT(s.first_name, ' ', s.last_name)) FROM students s WHERE s.id = e.student_id)") },
    publishedSql(target),
    publishedOf(scope, scheme, target),
  )
}

/**
 * Lists a section's cards as families see them: as published, otherwise as they would be published now. `isOther`:
 * marks, grades or result have changed since. `unpublished`: exams on the cards without published results.
 * @param reads `marks` for lists: unpublished cards come without attendance and remarks
 */
export async function listCards(scope: SchoolScope, scheme: SchemeRecord, at: CardsAt, reads: 'whole' | 'marks') {
  const now = await calculateCards(scope, scheme, { sectionId: at.section.id, termKey: at.termKey }, reads)
  const cards = now.cards.map(({ card, published, revision, ...row }) => ({
    ...row,
    card: published ?? card,
    revision: revision ?? scheme.revision,
    isOther: published !== null && marksOn(published) !== marksOn(card),
  }))
  return { ...now, cards }
}

/** Marks, grades and result of a card, without names and other data that may be corrected. */
function marksOn({ subjects, terms, year: { marks, outOf, percent, grade, outcome } }: SchemeCard): string {
  const lines = subjects.map(({ isGradedOnly, terms, year }) => ({ isGradedOnly, terms, year }))
  return JSON.stringify([lines, terms.map(({ grades }) => grades), marks, outOf, percent, grade, outcome])
}

const isComplete = ({ missing }: Pick<CalculatedCard, 'missing'>) =>
  missing.subjects.length === 0 && missing.papers.length === 0 && missing.grades === 0

/**
 * Publishes a section's cards up to a term in their current state. Skips published cards and students without any
 * entry. Returns the count. Refuses 'nothing' when no card is left to publish, and, unless the office has confirmed it
 * (`althoughMissing`), 'missing' when entries are missing or exam results are unpublished.
 */
export function publishCards(
  scope: SchoolScope,
  publicId: string,
  at: CardsAt,
  { althoughMissing }: { althoughMissing: boolean },
) {
  return inTransaction(async () => {
    const row = await lockThing(ReportScheme, scope, publicId)
    const scheme = row && (await findScheme(scope, publicId))
    if (!scheme || termName(scheme, at.termKey) === '') return refused('not-found')
    // Locks the exams, so that no marks or papers change while the cards are published.
    await lockRows(
      `FROM report_scheme_exams m JOIN exams x ON x.id = m.exam_id
       WHERE m.school_id = :schoolId AND m.scheme_id = :schemeId ORDER BY x.id`,
      { schoolId: scope.schoolId, schemeId: scheme.id },
    )
    const { termKey } = at
    const now = await calculateCards(scope, scheme, { sectionId: at.section.id, termKey }, 'whole')
    const cards = now.cards.filter(({ published, missing }) => published === null && !missing.isEmpty)
    if (cards.length === 0) return refused('nothing')
    const open = cards.filter((card) => !isComplete(card)).length
    if ((open > 0 || now.unpublished.length > 0) && !althoughMissing) return refused('missing')
    await keepRevision(scope, scheme)
    const cardKeys = { schoolId: scope.schoolId, schemeId: scheme.id, termKey, revision: scheme.revision }
    const issuedOn = todayInIndia(new Date())
    await ReportCard.bulkCreate(
      cards.map(({ studentId, enrollmentId, card }) => ({
        ...cardKeys,
        publicId: newPublicId(),
        studentId,
        enrollmentId,
        card,
        issuedOn,
      })),
    )
    await recordAuditInParts(scope, {
      action: 'report-cards.published',
      schemeId: scheme.id,
      details: {
        ...whereOf(scheme, termKey, at.section.name),
        revision: scheme.revision,
        cards: cards.length,
        incomplete: open,
        ...(now.unpublished.length > 0 ? { examsNotPublished: now.unpublished.join(', ') } : {}),
      },
      lines: { students: cards.map(({ card }) => studentWords(card)) },
    })
    await enqueueCards(scope, { schemeId: scheme.id, sectionId: at.section.id, termKey })
    return done(cards.length)
  })
}

const whereOf = (scheme: SchemeRecord, termKey: string, section: string) => ({
  scheme: scheme.name,
  term: termName(scheme, termKey),
  section,
})
const studentWords = ({ name, enrollmentNumber }: { name: string; enrollmentNumber: string }) =>
  `${name} (${enrollmentNumber})`

/**
 * Withdraws published cards: families no longer see them, and they can be published again. A copy is kept with the
 * reason.
 */
export function withdrawCards(scope: SchoolScope, publicId: string, target: CardsOf, reason: string) {
  return inTransaction(async () => {
    const row = await lockThing(ReportScheme, scope, publicId)
    const scheme = row && (await findScheme(scope, publicId))
    if (!scheme || termName(scheme, target.termKey) === '') return refused('not-found')
    const cards = await selectRows(columnsOf(ReportCard, 'k'), publishedSql(target), publishedOf(scope, scheme, target))
    if (cards.length === 0) return refused('nothing')
    const withdrawnOn = todayInIndia(new Date())
    await ReportCardWithdrawal.bulkCreate(
      cards.map(({ id: _, createdAt: __, ...card }) => ({ ...card, reason, withdrawnOn })),
    )
    await ReportCard.destroy({ where: { schoolId: scope.schoolId, id: cards.map(({ id }) => id) } })
    const printed = cards.map(({ card }) => classSection(card.className, card.sectionName))
    const section = 'section' in target ? target.section.name : (printed[0] ?? '')
    await recordAuditInParts(scope, {
      action: 'report-cards.withdrawn',
      schemeId: scheme.id,
      details: { ...whereOf(scheme, target.termKey, section), cards: cards.length, reason },
      lines: { students: cards.map(({ card }) => studentWords(card)) },
    })
    return done(cards.length)
  })
}

const withdrawn = columnsOf(
  ReportCardWithdrawal,
  'k',
  ...(['publicId', 'card', 'revision', 'issuedOn', 'reason', 'withdrawnOn'] as const),
)
const ofSection = `FROM report_card_withdrawals k JOIN enrollments e ON e.id = k.enrollment_id
  WHERE k.school_id = :schoolId AND k.scheme_id = :schemeId AND k.term_key = :termKey AND e.section_id = :sectionId`

/** Lists the withdrawn cards of a section and term, newest first. */
export function listWithdrawn({ schoolId }: SchoolScope, scheme: SchemeRecord, { section, termKey }: CardsAt) {
  const values = { schoolId, schemeId: scheme.id, termKey, sectionId: section.id }
  return selectRows(withdrawn, `${ofSection} ORDER BY k.id DESC LIMIT 200`, values)
}

export function findWithdrawn({ schoolId }: SchoolScope, scheme: SchemeRecord, at: CardsAt, publicId: string) {
  const values = { schoolId, schemeId: scheme.id, termKey: at.termKey, sectionId: at.section.id, publicId }
  return selectRow(withdrawn, `${ofSection} AND k.public_id = :publicId`, values)
}

/**
 * Returns a student, by the enrollment's public id, who is in a class of the scheme or has one of its cards, with the
 * reason for withholding the cards (null if they are not withheld).
 */
export async function findCardHolder(scope: SchoolScope, { id, enrollmentId }: { id: string; enrollmentId: string }) {
  const scheme = await findScheme(scope, id)
  const holder =
    scheme &&
    (await selectRow(
      {
        enrollmentId: number('e.id'),
        studentId: number('e.student_id'),
        name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
        enrollmentNumber: text('s.enrollment_number'),
        className: text('c.name'),
        sectionName: text('t.name'),
        sectionPublicId: text('t.public_id'),
        withheld: textOrNull('w.reason'),
      },
      `FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id JOIN classes c ON c.id = t.class_id
       LEFT JOIN report_scheme_classes l ON l.scheme_id = :schemeId AND l.class_id = e.class_id AND l.academic_session_id = e.academic_session_id
       LEFT JOIN report_withholdings w ON w.scheme_id = :schemeId AND w.enrollment_id = e.id
       WHERE e.school_id = :schoolId AND e.public_id = :publicId AND (l.id IS NOT NULL OR w.id IS NOT NULL
         OR EXISTS (SELECT 1 FROM report_cards k WHERE k.scheme_id = :schemeId AND k.enrollment_id = e.id))`,
      { schoolId: scope.schoolId, schemeId: scheme.id, publicId: enrollmentId },
    ))
  return scheme && holder ? { ...holder, scheme } : null
}

type Holder = NonNullable<Awaited<ReturnType<typeof findCardHolder>>>

const noteOfHolder = (scope: SchoolScope, event: string, holder: Holder, details: Record<string, string>) =>
  recordAudit(scope, {
    action: `report-cards.${event}`,
    subject: { kind: 'student', id: holder.studentId },
    details: { scheme: holder.scheme.name, student: studentWords(holder), ...details },
  })

/**
 * Withholds a student's cards of a scheme: the family sees the reason instead. Refuses 'withheld' when they already
 * are.
 */
export function withholdCards(scope: SchoolScope, at: { id: string; enrollmentId: string }, reason: string) {
  return inTransaction(
    async () => {
      const holder = await findCardHolder(scope, at)
      if (!holder) return refused('not-found')
      const { scheme, enrollmentId, studentId } = holder
      await ReportWithholding.create({ schoolId: scope.schoolId, schemeId: scheme.id, studentId, enrollmentId, reason })
      await noteOfHolder(scope, 'withheld', holder, { reason })
      return done()
    },
    { report_withholdings_once: 'withheld' as const },
  )
}

/** Releases withheld cards to the family. Refuses 'not-withheld'. */
export function releaseCards(scope: SchoolScope, at: { id: string; enrollmentId: string }) {
  return inTransaction(async () => {
    const holder = await findCardHolder(scope, at)
    if (!holder) return refused('not-found')
    const { scheme, enrollmentId } = holder
    const removedCount = await ReportWithholding.destroy({
      where: { schoolId: scope.schoolId, schemeId: scheme.id, enrollmentId },
    })
    if (removedCount === 0) return refused('not-withheld')
    await noteOfHolder(scope, 'released', holder, {})
    return done()
  })
}
