import { number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'
import { type Approval, approvalSql } from './approval.server'

const days = 30
const lately = (column: string) => `${column} > UTC_TIMESTAMP(3) - INTERVAL ${days} DAY`

/** What a school takes of the installation: sums, and nobody's name but the school's. */
const usage = {
  publicId: text('s.public_id'),
  name: text('s.name'),
  approval: wordOf<Approval>(approvalSql),
  registeredAt: wordOf<Date>('s.created_at'),
  /** Since when the operator has suspended it, and why; null for an open one. */
  suspendedAt: wordOf<Date | null>('s.suspended_at'),
  suspendedReason: textOrNull('s.suspended_reason'),
  students: number("(SELECT COUNT(*) FROM students t WHERE t.school_id = s.id AND t.status = 'active')"),
  staff: number("(SELECT COUNT(*) FROM staff_users u WHERE u.school_id = s.id AND u.status = 'active')"),
  /** What retention removed and keeps sealed for thirty days is among them. */
  fileBytes: number(`((SELECT COALESCE(SUM(f.size_bytes), 0) FROM files f WHERE f.school_id = s.id)
    + (SELECT COALESCE(SUM(e.size_bytes), 0) FROM sealed_files e WHERE e.school_id = s.id))`),
  /** Of the last 30 days; sent mails are kept for a fortnight. */
  mails: number(`(SELECT COUNT(*) FROM outgoing_mail o WHERE o.school_id = s.id AND ${lately('o.created_at')})`),
  messages: number(`(SELECT COUNT(*) FROM outgoing_messages m WHERE m.school_id = s.id AND ${lately('m.created_at')})`),
  jobsWaiting: number(
    "(SELECT COUNT(*) FROM jobs j WHERE j.turn_of = s.id AND j.state = 'waiting' AND j.run_at <= UTC_TIMESTAMP(3))",
  ),
  jobsFailed: number("(SELECT COUNT(*) FROM jobs j WHERE j.turn_of = s.id AND j.state = 'failed')"),
}

/** All schools of the installation with what they take of it, those with most students first. */
export function listUsage(_system: SystemScope) {
  return selectRows(usage, 'FROM schools s ORDER BY students DESC, s.id')
}

/** The same of one school, by its public id; null where there is none. */
export function findUsage(_system: SystemScope, publicId: string) {
  return selectRow(usage, 'FROM schools s WHERE s.public_id = :publicId', { publicId })
}
