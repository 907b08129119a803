import { execute, inTransaction, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { lockStudent, writeFields } from '../describe/save-section.server'
import { fieldLabel, type NewValues, shownValue, tableOf } from '../describe/sections.server'
import { isOnRegister } from '../register/on-register.server'
import { isRegisterField } from '../register/register-options'
import { ChangeRequest, Student } from '../tables.server'
import type { ChangeDecision } from './change-request-schema'

const requestColumns = {
  ...columnsOf(ChangeRequest, 'r', 'id', 'studentId', 'field', 'newValue', 'state'),
  ...columnsOf(Student, 's', 'language'),
  studentPublicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  email: textOrNull('s.email'),
  schoolName: text('c.name'),
}
type Request = NonNullable<Awaited<ReturnType<typeof readRequest>>>

/**
 * Approves and applies a change, or rejects it with a reason; notifies the student by mail. Refuses `already-decided`
 * (another clerk was faster), `value-changed` (the current value differs from the page) and `order-needed` (the
 * register is corrected by an order, see `correctRegister`).
 */
export function decideChangeRequest(scope: SchoolScope, publicId: string, decision: ChangeDecision) {
  return inTransaction(async () => {
    const unlockedRequest = await readRequest(scope, publicId)
    if (!unlockedRequest) return refused('not-found')
    // Locks the student's row first, as everywhere, and then reads the request again.
    const student = await lockStudent(scope, unlockedRequest.studentPublicId)
    const request = await readRequest(scope, publicId, 'FOR UPDATE')
    if (!student || request?.state !== 'pending') return refused('already-decided')
    const approved = decision.decision === 'approve'
    if (approved && decision.seen !== (student.values[request.field] ?? '')) return refused('value-changed')
    if (approved && isRegisterField(request.field) && (await isOnRegister(scope, student.id)))
      return refused('order-needed')
    const section = tableOf(request.field) === 'guardians' ? 'parent' : 'student'
    if (approved) await writeFields(scope, student, section, { [request.field]: request.newValue })
    await closeRequest(scope, request, decision.decision === 'reject' ? decision.reason : null)
    return done()
  })
}

/**
 * Runs in the caller's transaction: stores the decision on a pending request and notifies the family. Null as `reason`
 * approves; a text rejects.
 */
async function closeRequest(scope: SchoolScope, request: Request, reason: string | null): Promise<void> {
  const state = reason === null ? 'approved' : 'rejected'
  await execute(
    `UPDATE change_requests SET state = :state, reason = :reason, decided_by = :by, decided_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id: request.id, state, reason, by: scope.actor.id },
  )
  await notifyStudent(scope, request, reason)
  await recordAudit(scope, {
    action: `change.${state}`,
    subject: { kind: 'student', id: request.studentId },
    details: { field: request.field, ...(reason === null ? {} : { reason }) },
  })
}

/** Runs in a correction's transaction: approves pending requests of a locked student that equal the new `values`. */
export async function approveCorrected(scope: SchoolScope, studentId: number, values: NewValues): Promise<void> {
  const waiting = await selectRows(
    { publicId: text('public_id') },
    `FROM change_requests
     WHERE school_id = :schoolId AND student_id = :studentId AND state = 'pending' ORDER BY id FOR UPDATE`,
    { schoolId: scope.schoolId, studentId },
  )
  for (const { publicId } of waiting) {
    const request = await readRequest(scope, publicId)
    if (request && isRegisterField(request.field) && values[request.field] === request.newValue)
      await closeRequest(scope, request, null)
  }
}

/**
 * Approves these changes one by one like `decideChangeRequest`; `seen` is the current value that the page showed. A
 * failure does not affect the others. Returns the number `approved`, and the public ids `left` unapproved.
 */
export async function approveChangeRequests(
  scope: SchoolScope,
  requests: ReadonlyArray<{ publicId: string; seen: string }>,
): Promise<{ approved: number; left: string[] }> {
  const left: string[] = []
  for (const { publicId, seen } of requests) {
    const outcome = await decideChangeRequest(scope, publicId, { decision: 'approve', seen })
    if (!outcome.ok) left.push(publicId)
  }
  return { approved: requests.length - left.length, left }
}

function readRequest(scope: SchoolScope, publicId: string, lock = '') {
  return selectRow(
    requestColumns,
    `FROM change_requests r JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id
     JOIN schools c ON c.id = r.school_id
     WHERE r.school_id = :schoolId AND r.public_id = :publicId ${lock}`,
    { schoolId: scope.schoolId, publicId },
  )
}

async function notifyStudent(scope: SchoolScope, request: Request, reason: string | null): Promise<void> {
  if (request.email === null) return
  const mail = inLanguage(request.language, () => {
    const facts = {
      name: request.name,
      school: request.schoolName,
      field: fieldLabel(request.field),
      value: shownValue(request.field, request.newValue),
    }
    return reason === null
      ? { subject: m.accounts_mail_request_approved_subject(), text: m.accounts_mail_request_approved(facts) }
      : {
          subject: m.accounts_mail_request_rejected_subject(),
          text: m.accounts_mail_request_rejected({ ...facts, reason }),
        }
  })
  await enqueueMail({ schoolId: scope.schoolId, to: request.email, ...mail })
}

/** Withdraws a student's own request. Refuses `already-decided`: decided by the office or withdrawn before. */
export function withdrawChange(scope: StudentScope, publicId: string) {
  const owner = { schoolId: scope.schoolId, studentId: scope.studentId }
  return inTransaction(async () => {
    const request = await selectRow(
      columnsOf(ChangeRequest, 'r', 'id', 'field', 'state'),
      `FROM change_requests r
       WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId FOR UPDATE`,
      { ...owner, publicId },
    )
    if (!request) return refused('not-found')
    if (request.state !== 'pending') return refused('already-decided')
    await execute(
      `UPDATE change_requests SET state = 'withdrawn', decided_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: request.id },
    )
    await recordAudit(scope, {
      action: 'change.withdrawn',
      subject: { kind: 'student', id: scope.studentId },
      details: { field: request.field },
    })
    return done()
  })
}
