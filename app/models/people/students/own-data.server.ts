import { selectCells } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { grievanceNumber } from './grievance-number'

export type OwnRows = Awaited<ReturnType<typeof selectCells>>

const belongsToStudent = (row: string) => `${row}.school_id = :schoolId AND ${row}.student_id = :studentId`

/**
 * Data stored about a student outside the six sections, as one list for each kind. Columns are named after their
 * content; names of amounts end in `Paise`. Contains no hashes, tokens or storage keys, and only published marks. Each
 * list has a fixed order, so that two downloads can be compared.
 */
export const ownDataQuestions = {
  changes: `SELECT r.field, r.new_value AS value, r.state, r.reason AS remarks, r.created_at AS date
    FROM change_requests r WHERE ${belongsToStudent('r')}
    UNION ALL SELECT 'email', m.new_email, 'pending', NULL, m.created_at FROM email_changes m WHERE ${belongsToStudent('m')}
    ORDER BY date, field, value`,
  documents: `SELECT f.file_name AS name, f.content_type AS kind, f.size_bytes AS size, f.created_at AS date
    FROM files f LEFT JOIN student_documents d ON d.file_id = f.id
    WHERE ${belongsToStudent('f')} AND f.state = 'kept' AND f.thumbnail_of IS NULL ORDER BY d.kind, d.position, f.id`,
  admissions: `SELECT m.created_at AS date, m.state, c.name AS class, a.name AS session, m.remarks
    FROM admissions m JOIN classes c ON c.id = m.class_id JOIN academic_sessions a ON a.id = m.academic_session_id
    WHERE ${belongsToStudent('m')} ORDER BY m.id`,
  classes: `SELECT a.name AS session, c.name AS class, s.name AS section, e.roll_number AS roll, e.enrolled_on AS date,
      e.left_on AS until, e.status AS state
    FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id JOIN classes c ON c.id = e.class_id
    JOIN sections s ON s.id = e.section_id WHERE ${belongsToStudent('e')} ORDER BY a.starts_on, e.id`,
  attendance: `SELECT t.held_on AS date, t.status AS state, CONCAT_WS(' ', t.remarks, t.correction_reason) AS remarks
    FROM attendance t WHERE ${belongsToStudent('t')}
    UNION ALL SELECT m.month_on, NULL, CONCAT(m.attended_halves DIV 2, IF(m.attended_halves % 2 = 1, '.5', ''), ' / ', m.days_held) FROM attendance_months m
    WHERE ${belongsToStudent('m')} ORDER BY date, state`,
  leave: `SELECT l.starts_on AS date, l.ends_on AS until, l.reason AS remarks, l.state, l.answer AS value
    FROM leave_applications l WHERE ${belongsToStudent('l')} ORDER BY l.starts_on, l.id`,
  messages: `SELECT m.event AS kind, m.created_at AS date, m.recipient_name AS name, m.channel, m.state, m.reason AS remarks
    FROM outgoing_messages m WHERE ${belongsToStudent('m')} ORDER BY m.id`,
  certificates: `SELECT k.base, k.name, x.number_text AS number, x.state, x.issued_on AS date,
      CONCAT_WS('; ', x.override_reason, x.cancel_reason) AS remarks
    FROM certificates x JOIN certificate_kinds k ON k.id = x.kind_id WHERE ${belongsToStudent('x')}
    UNION ALL SELECT k.base, k.name, NULL, r.state, r.asked_on, CONCAT_WS('; ', r.purpose, r.answer)
    FROM certificate_requests r JOIN certificate_kinds k ON k.id = r.kind_id WHERE ${belongsToStudent('r')} ORDER BY date, name, number, state, remarks`,
  register: `SELECT c.corrected_on AS date, c.field, NULL AS until, NULL AS number, NULL AS class, c.old_value AS was, c.new_value AS became,
      c.ordered_on AS orderedOn, NULL AS admissionClass, NULL AS lastSchool, NULL AS returnedOn, NULL AS returnedClass, NULL AS certificate,
      CONCAT_WS('; ', c.authority, c.order_number, c.reason) AS remarks
    FROM register_corrections c WHERE ${belongsToStudent('c')}
    UNION ALL SELECT p.admitted_on, NULL, p.left_on, p.admission_number, p.leaving_class, NULL, NULL, NULL, p.admission_class, p.previous_school,
      p.returned_on, p.returned_class, x.number_text, p.leaving_reason
    FROM register_periods p LEFT JOIN certificates x ON x.id = p.certificate_id WHERE ${belongsToStudent('p')} ORDER BY date, field, number, was, became`,
  consents: `SELECT d.decided_at AS date, n.title AS name, n.number, d.decision AS state, d.decided_by_name AS \`by\`
    FROM consent_decisions d JOIN privacy_notices n ON n.id = d.notice_id WHERE ${belongsToStudent('d')} ORDER BY d.decided_at, d.id`,
  grievances: `SELECT g.received_on AS date, ${grievanceNumber} AS number, g.state,
      CONCAT_WS(' | ', g.words, (SELECT GROUP_CONCAT(w.words ORDER BY w.id SEPARATOR ' | ') FROM grievance_entries w
        WHERE w.grievance_id = g.id)) AS remarks
    FROM grievances g WHERE ${belongsToStudent('g')} AND g.writer = 'student' ORDER BY g.id`,
  results: `SELECT x.name AS exam, b.name AS subject, p.held_on AS date, k.presence AS state, k.marks,
      p.max_marks AS maximum
    FROM exam_marks k JOIN exam_papers p ON p.id = k.paper_id JOIN exams x ON x.id = p.exam_id
    JOIN subjects b ON b.id = p.subject_id
    WHERE ${belongsToStudent('k')} AND x.published_at IS NOT NULL ORDER BY x.starts_on, x.id, p.held_on, p.id`,
  reportCards: `SELECT t.name AS name, k.issued_on AS date, NULL AS state, w.reason AS remarks, a.name AS session
    FROM report_cards k JOIN report_schemes t ON t.id = k.scheme_id JOIN academic_sessions a ON a.id = t.academic_session_id
    LEFT JOIN report_withholdings w ON w.scheme_id = k.scheme_id AND w.enrollment_id = k.enrollment_id
    WHERE ${belongsToStudent('k')}
    UNION ALL SELECT t.name, k.issued_on, 'withdrawn', k.reason, a.name
    FROM report_card_withdrawals k JOIN report_schemes t ON t.id = k.scheme_id JOIN academic_sessions a ON a.id = t.academic_session_id
    WHERE ${belongsToStudent('k')} ORDER BY date, name, state`,
  quizzes: `SELECT q.title AS name, t.started_at AS date, t.submitted_at AS until,
      CAST(t.score AS DOUBLE) AS marks, CAST(t.max_score AS DOUBLE) AS maximum,
      (SELECT GROUP_CONCAT(COALESCE(o.option_text, w.answer_text) ORDER BY n.position SEPARATOR ' | ') FROM quiz_answers w
        JOIN quiz_questions n ON n.id = w.question_id LEFT JOIN quiz_options o ON o.id = w.option_id
        WHERE w.attempt_id = t.id) AS value
    FROM quiz_attempts t JOIN quizzes q ON q.id = t.quiz_id WHERE ${belongsToStudent('t')} ORDER BY t.started_at, t.id`,
  notices: `SELECT n.title AS name, n.from_on AS date, IF(r.read_at IS NULL, 'unread', 'read') AS state
    FROM notices n LEFT JOIN notice_readers r ON r.notice_id = n.id AND ${belongsToStudent('r')}
    WHERE n.school_id = :schoolId AND (n.student_id = :studentId OR r.student_id IS NOT NULL)
    UNION ALL SELECT e.title, e.starts_on, NULL FROM events e WHERE ${belongsToStudent('e')}
    ORDER BY date, name, state`,
  breaches: `SELECT p.told_at AS date, IF(p.acknowledged_at IS NULL, 'unread', 'read') AS state FROM breach_people p
    WHERE ${belongsToStudent('p')} AND p.told_at IS NOT NULL ORDER BY p.id`,
  dues: `SELECT CONCAT_WS(' – ', d.name, d.title) AS name, d.due_on AS date,
      CAST(d.amount_paise - d.concession_paise + d.fine_paise AS SIGNED) AS amountPaise, d.paid_paise AS paidPaise,
      IF(d.state = 'cancelled', 'cancelled',
        IF(d.paid_paise >= d.amount_paise - d.concession_paise + d.fine_paise, 'paid', 'pending')) AS state
    FROM dues d WHERE ${belongsToStudent('d')} ORDER BY d.due_on, d.id`,
  concessions: `SELECT a.name AS session, c.kind, c.reason AS remarks, c.amount_paise AS amountPaise,
      c.percent_hundredths / 100 AS percent
    FROM concessions c JOIN academic_sessions a ON a.id = c.academic_session_id
    WHERE ${belongsToStudent('c')} AND c.removed_at IS NULL ORDER BY c.id`,
  guardians: `SELECT w.name, k.created_at AS date, k.shut_out_at AS until FROM guardian_links k
    JOIN family_guardians w ON w.school_id = k.school_id AND w.id = k.guardian_id WHERE ${belongsToStudent('k')} ORDER BY k.position, k.id`,
  payments: `SELECT COALESCE(p.paid_at, p.created_at) AS date, p.method AS kind, p.state, p.amount_paise AS amountPaise,
      p.captured_paise AS paidPaise, p.transaction_id AS number, b.guardian_name AS guardian
    FROM payments p LEFT JOIN payment_baskets b ON b.school_id = p.school_id AND b.id = p.basket_id WHERE ${belongsToStudent('p')} ORDER BY p.id`,
  receipts: `SELECT CONCAT(r.financial_year, ' / ', r.number) AS number, r.issued_at AS date,
      IF(r.cancelled_at IS NULL, NULL, 'cancelled') AS state
    FROM receipts r WHERE ${belongsToStudent('r')} ORDER BY r.id`,
  orders: `SELECT CONCAT(o.financial_year, ' / ', o.number) AS number, o.placed_at AS date,
      (SELECT GROUP_CONCAT(i.quantity, ' × ', i.name, IF(i.label = '', '', CONCAT(' (', i.label, ')')) ORDER BY i.position SEPARATOR ', ')
        FROM order_items i WHERE i.order_id = o.id) AS name,
      IF(o.method = 'cod', 'cod', 'online') AS kind, o.total_paise AS amountPaise, o.state, o.handed_over_to AS remarks
    FROM orders o WHERE ${belongsToStudent('o')} ORDER BY o.id`,
  hostel: `SELECT o.applied_at AS date, CONCAT(h.name, ', ', r.room_number) AS name, o.academic_year AS number, o.semester AS period,
      o.status AS state, o.rent_paise + o.deposit_paise + o.meal_paise + o.fee_paise AS amountPaise, o.check_in_date AS checkIn,
      o.check_out_date AS checkOut, o.decided_at AS decided, o.starts_on AS countedFrom, o.checked_in_on AS movedIn,
      o.checked_out_on AS movedOut, o.guardian_name AS guardian, o.guardian_phone AS guardianPhone, o.guardian_email AS guardianEmail,
      o.guardian_address AS guardianAddress, o.emergency_contact AS emergency, o.special_requirements AS requirements,
      o.admin_remarks AS adminRemarks, o.refund_remarks AS refundRemarks
    FROM hostel_applications o JOIN hostels h ON h.id = o.hostel_id JOIN rooms r ON r.id = o.room_id WHERE ${belongsToStudent('o')} ORDER BY o.id`,
  transport: `SELECT o.applied_at AS date, o.fare_name AS name, o.kind, o.status AS state,
      CONCAT_WS(' → ', o.pickup_address, o.drop_address) AS address, o.emergency_contact AS phone,
      o.period_paise AS amountPaise,
      CONCAT_WS('; ', o.medical_conditions, o.special_requirements, o.remarks, o.refund_remarks) AS remarks
    FROM transport_applications o WHERE ${belongsToStudent('o')} ORDER BY o.id`,
  reminders: `SELECT f.reminded_on AS date, f.overdue_paise AS amountPaise FROM fee_reminders f
    WHERE ${belongsToStudent('f')} ORDER BY f.id`,
  sessions: `SELECT s.created_at AS date, s.expires_at AS until, s.seen_at AS seen,
      CONCAT_WS(', ', s.device_browser, s.device_system) AS name, s.opened_network AS openedNetwork, s.seen_network AS network
    FROM sessions s WHERE ${belongsToStudent('s')} AND s.opened_from IS NULL
    UNION ALL SELECT b.created_at, b.expires_at, NULL, NULL, NULL, NULL FROM device_cookies b WHERE b.account = CONCAT('student:', :studentId)
    ORDER BY date, until, name`,
  mails: `SELECT o.created_at AS date, o.subject, o.state FROM outgoing_mail o
    JOIN students t ON t.school_id = o.school_id AND t.email = o.to_address
    WHERE t.school_id = :schoolId AND t.id = :studentId ORDER BY o.id`,
  removals: `SELECT r.removed_on AS date, r.class_key AS name, NULL AS remarks FROM retention_removals r WHERE ${belongsToStudent('r')}
    UNION ALL SELECT c.removed_on, c.kind, NULL FROM removed_scans c WHERE ${belongsToStudent('c')}
    UNION ALL SELECT h.held_on, NULL, h.reason FROM retention_holds h WHERE ${belongsToStudent('h')} ORDER BY date, name, remarks`,
  audit: `SELECT g.created_at AS date, IF(g.actor_kind = 'student' AND g.actor_id <> :studentId, 'other', g.actor_kind) AS \`by\`,
      g.action AS what
    FROM audit_entries g
    WHERE g.school_id = :schoolId AND g.subject_kind = 'student' AND g.subject_id = :studentId ORDER BY g.id`,
} as const satisfies Record<string, string>

export type OwnDataPart = keyof typeof ownDataQuestions

/** Reads the lists of `ownDataQuestions`; the six sections come from `findSections`. */
export async function collectOwnData(scope: StudentScope): Promise<Record<OwnDataPart, OwnRows>> {
  const values = { schoolId: scope.schoolId, studentId: scope.studentId }
  const parts = Object.entries(ownDataQuestions) as Array<[OwnDataPart, string]>
  const lists: Array<[OwnDataPart, OwnRows]> = []
  // Runs the queries one by one: a download may be slow, and pages need the connections.
  for (const [part, sql] of parts) lists.push([part, await selectCells(sql, values)])
  return Object.fromEntries(lists) as Record<OwnDataPart, OwnRows>
}
