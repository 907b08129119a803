import { selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { ReportCard } from './tables.server'

const from = `report_cards k JOIN report_schemes t ON t.id = k.scheme_id JOIN academic_sessions a ON a.id = t.academic_session_id
  LEFT JOIN report_withholdings w ON w.scheme_id = k.scheme_id AND w.enrollment_id = k.enrollment_id
  WHERE k.school_id = :schoolId AND k.student_id = :studentId`

/** The student's published cards, the newest first; `withheld` says why one cannot be opened. */
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

/** One of the student's own published cards; null for anybody else's. A withheld one comes without the card. */
export async function findOwnCard({ schoolId, studentId }: StudentScope, publicId: string) {
  const found = await selectRow(
    { ...columnsOf(ReportCard, 'k', 'publicId', 'card', 'issuedOn', 'revision'), withheld: textOrNull('w.reason') },
    `FROM ${from} AND k.public_id = :publicId`,
    { schoolId, studentId, publicId },
  )
  if (!found) return null
  const { card, ...head } = found
  const title = { className: card.className, sessionName: card.sessionName, termName: card.terms.at(-1)?.name ?? '' }
  return { ...head, title, card: head.withheld === null ? card : null }
}
