import { selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { ReportCard } from './tables.server'

const from = `report_cards k JOIN report_schemes t ON t.id = k.scheme_id JOIN academic_sessions a ON a.id = t.academic_session_id
  LEFT JOIN report_withholdings w ON w.scheme_id = k.scheme_id AND w.enrollment_id = k.enrollment_id
  WHERE k.school_id = :schoolId AND k.student_id = :studentId`

/** Lists the student's published cards, newest first; `withheld` is the reason why one cannot be opened. */
export function listOwnCards({ schoolId, studentId }: StudentScope) {
  return selectRows(
    {
      ...columnsOf(ReportCard, 'k', 'publicId', 'card', 'issuedOn'),
      sessionName: text('a.name'),
      withheld: textOrNull('w.reason'),
    },
    `FROM ${from} ORDER BY k.issued_on DESC, k.id DESC`,
    { schoolId, studentId },
  )
}

/** Lists the published cards of a student (public id) in any class, also after leaving, newest first. */
export function listCardsOf({ schoolId }: SchoolScope, student: string) {
  return selectRows(
    {
      ...columnsOf(ReportCard, 'k', 'publicId', 'termKey', 'card', 'issuedOn', 'revision'),
      scheme: text('t.public_id'),
      enrollment: text('e.public_id'),
      withheld: textOrNull('w.reason'),
    },
    `FROM students s JOIN report_cards k ON k.school_id = s.school_id AND k.student_id = s.id JOIN report_schemes t ON t.id = k.scheme_id
     JOIN enrollments e ON e.id = k.enrollment_id
     LEFT JOIN report_withholdings w ON w.scheme_id = k.scheme_id AND w.enrollment_id = k.enrollment_id
     WHERE s.school_id = :schoolId AND s.public_id = :student ORDER BY k.issued_on DESC, k.id DESC`,
    { schoolId, student },
  )
}

/** Returns one of the student's own published cards, or null. A withheld card comes without its content. */
export async function findOwnCard({ schoolId, studentId }: StudentScope, publicId: string) {
  const ownCard = await selectRow(
    { ...columnsOf(ReportCard, 'k', 'publicId', 'card', 'issuedOn', 'revision'), withheld: textOrNull('w.reason') },
    `FROM ${from} AND k.public_id = :publicId`,
    { schoolId, studentId, publicId },
  )
  if (!ownCard) return null
  const { card, ...head } = ownCard
  const title = { className: card.className, sessionName: card.sessionName, termName: card.terms.at(-1)?.name ?? '' }
  return { ...head, title, card: head.withheld === null ? card : null }
}
