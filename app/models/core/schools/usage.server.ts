import {
  instant,
  instantOrNull,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { storedBytesSql } from '~/models/core/files/stored-bytes'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { type Approval, approvalSql } from './approval.server'

const days = 30
const lately = (column: string) => `${column} > UTC_TIMESTAMP(3) - INTERVAL ${days} DAY`

/** Usage of the installation by a school: totals, without names of persons. */
const usage = {
  publicId: text('s.public_id'),
  name: text('s.name'),
  approval: wordOf<Approval>(approvalSql),
  registeredAt: instant('s.created_at'),
  /** Time and reason of the suspension by the operator; null for an open school. */
  suspendedAt: instantOrNull('s.suspended_at'),
  suspendedReason: textOrNull('s.suspended_reason'),
  students: number("(SELECT COUNT(*) FROM students t WHERE t.school_id = s.id AND t.status = 'active')"),
  staff: number("(SELECT COUNT(*) FROM staff_users u WHERE u.school_id = s.id AND u.status = 'active')"),
  fileBytes: number(storedBytesSql('s.id')),
  /** Written in the last 30 days and still stored: sent mails are deleted after a fortnight. */
  mails: number(`(SELECT COUNT(*) FROM outgoing_mail o WHERE o.school_id = s.id AND ${lately('o.created_at')})`),
  messages: number(`(SELECT COUNT(*) FROM outgoing_messages m WHERE m.school_id = s.id AND ${lately('m.created_at')})`),
  jobsWaiting: number(
    "(SELECT COUNT(*) FROM jobs j WHERE j.turn_of = s.id AND j.state = 'waiting' AND j.run_at <= UTC_TIMESTAMP(3))",
  ),
  jobsFailed: number("(SELECT COUNT(*) FROM jobs j WHERE j.turn_of = s.id AND j.state = 'failed')"),
}

export function listUsage(_system: SystemScope) {
  return selectRows(usage, 'FROM schools s ORDER BY students DESC, s.id')
}

export function findUsage(_system: SystemScope, publicId: string) {
  return selectRow(usage, 'FROM schools s WHERE s.public_id = :publicId', { publicId })
}
