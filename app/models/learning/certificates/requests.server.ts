import {
  execute,
  inTransaction,
  lockRows,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { forEachLanguage } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns } from '~/models/people/students/describe/student-columns.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import { kindNameIn } from './kind-names'
import { isWrittenIn } from './kinds.server'
import type { CertificateBase } from './options'
import { requestForm } from './request-fields'
import { findCertificateSettings } from './settings.server'
import { CertificateKind, CertificateRequest } from './tables.server'

export const requestSchema = schemaOf(requestForm)

/** Daily limit per family: the office reads each request. */
const requestsADay = 10

/**
 * Requests a certificate for a family; the answer is due within the school's number of days, counted from today in
 * India. Idempotent by form key. Refuses `no-kind` (deleted, or not available to families), `no-text` (a letter without
 * a text in this language), `asked-already` (an open request of the kind) and `too-many`.
 */
export async function requestCertificate(
  scope: StudentScope,
  formKey: string,
  { kind: kindId, language, purpose }: ValuesOf<typeof requestForm>,
): Promise<Outcome<string, 'no-kind' | 'no-text' | 'asked-already' | 'too-many'>> {
  const { schoolId, studentId } = scope
  const kind = await selectRow(
    columnsOf(CertificateKind, 'k', 'id', 'name', 'base', 'text'),
    `FROM certificate_kinds k WHERE k.school_id = :schoolId AND k.public_id = :kindId AND k.is_requestable = 1 AND k.base <> 'fee'`,
    { schoolId, kindId },
  )
  if (!kind) return refused('no-kind')
  if (!isWrittenIn(kind, language)) return refused('no-text')
  const { answerDays } = await findCertificateSettings(scope)
  // The look-up below matches the student as well as the form key, because the key comes from the browser.
  const making = {
    table: CertificateRequest,
    scope,
    formKey,
    taken: { certificate_requests_one_open: 'asked-already' },
  } as const
  return createOnce(making, async () => {
    const same = await CertificateRequest.findOne({ where: { schoolId, studentId, formKey }, raw: true })
    if (same) return done(same.publicId)
    if (!(await takeQuota(`certificate-requests:${schoolId}:${studentId}`, requestsADay, 86_400)))
      return refused('too-many')
    const askedOn = todayInIndia(new Date())
    const publicId = newPublicId()
    const requestFields = {
      language,
      purpose,
      askedOn,
      answerBy: addDays(askedOn, answerDays),
      state: 'pending' as const,
    }
    await CertificateRequest.create({ publicId, schoolId, studentId, kindId: kind.id, formKey, ...requestFields })
    const details = { kind: kind.name, purpose }
    await recordAudit(scope, { action: 'certificate.requested', subject: { kind: 'student', id: studentId }, details })
    return done(publicId)
  })
}

const ownColumns = {
  ...columnsOf(CertificateRequest, 'r', 'publicId', 'purpose', 'state', 'askedOn', 'answerBy', 'answer'),
  ...columnsOf(CertificateKind, 'k', 'base'),
  kindName: text('k.name'),
}
const ownTable = `certificate_requests r JOIN certificate_kinds k ON k.id = r.kind_id
  WHERE r.school_id = :schoolId AND r.student_id = :studentId`

export function listOwnRequests({ schoolId, studentId }: StudentScope, page: number) {
  return selectPage(
    { columns: ownColumns, from: ownTable, order: ['r.id'], values: { schoolId, studentId } },
    { page, descending: true, pageSize: 10 },
  )
}

export function findOwnRequest({ schoolId, studentId }: StudentScope, publicId: string) {
  return selectRow(ownColumns, `FROM ${ownTable} AND r.public_id = :publicId`, { schoolId, studentId, publicId })
}

/** Withdraws a request of the family as long as the office has not taken it up; refuses `begun-already` afterwards. */
export function withdrawRequest(scope: StudentScope, publicId: string): Promise<Outcome<undefined, 'begun-already'>> {
  const { schoolId, studentId } = scope
  return inTransaction(async () => {
    const changed = await execute(
      `UPDATE certificate_requests SET state = 'withdrawn', updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId AND state = 'pending'`,
      { schoolId, studentId, publicId },
    )
    if (changed === 0) return refused('begun-already')
    await recordAudit(scope, { action: 'certificate-request.withdrawn', subject: { kind: 'student', id: studentId } })
    return done()
  })
}

const requests = plainList({
  columns: {
    ...columnsOf(
      CertificateRequest,
      'r',
      'publicId',
      'language',
      'purpose',
      'state',
      'askedOn',
      'answerBy',
      'decidedByName',
    ),
    daysLeft: number('DATEDIFF(r.answer_by, :today)'),
    kindName: text('k.name'),
    ...describedStudentColumns,
  },
  from: `certificate_requests r JOIN certificate_kinds k ON k.id = r.kind_id JOIN students s ON s.id = r.student_id`,
  always: 'r.school_id = :schoolId',
  values: () => ({ today: todayInIndia(new Date()) }),
  search: ['k.name', 'r.purpose'],
  matches: matchStudents('s'),
  filters: { state: "(:state = 'open' AND r.is_open = 1 OR r.state = :state)" },
  orders: {
    due: ['-(r.is_open <=> 1)', 'r.answer_by', 'r.id'],
    student: ['s.last_name', 's.first_name', 'r.id'],
    asked: ['-r.id'],
  },
  last: 'r.id',
})

/** Lists the requests of the school's families: open ones first, by due date. */
export const { list: listRequests } = requests

const requestColumns = {
  ...columnsOf(CertificateRequest, 'r'),
  kindPublicId: text('k.public_id'),
  ...columnsOf(CertificateKind, 'k', 'base'),
  kindName: text('k.name'),
  studentPublicId: text('s.public_id'),
  studentName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  certificatePublicId: textOrNull('x.public_id'),
}

export function findRequest({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    requestColumns,
    `FROM certificate_requests r JOIN certificate_kinds k ON k.id = r.kind_id JOIN students s ON s.id = r.student_id
     LEFT JOIN certificates x ON x.id = r.certificate_id
     WHERE r.school_id = :schoolId AND r.public_id = :publicId`,
    { schoolId, publicId },
  )
}

const waiting = {
  ...columnsOf(CertificateRequest, 'r', 'publicId', 'kindId', 'language', 'purpose', 'askedOn'),
  kindName: text('k.name'),
}

export function listWaiting({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(
    waiting,
    `FROM certificate_requests r JOIN certificate_kinds k ON k.id = r.kind_id
     WHERE r.school_id = :schoolId AND r.student_id = :studentId AND r.state = 'pending' ORDER BY r.id`,
    { schoolId, studentId },
  )
}

export async function lockRequest(scope: SchoolScope, publicId: string) {
  const rest = 'FROM certificate_requests WHERE school_id = :schoolId AND public_id = :publicId'
  await lockRows(rest, { schoolId: scope.schoolId, publicId })
  return findRequest(scope, publicId)
}

/**
 * Rejects a request with a reason for the family. Refuses `not-found` and `decided-already` (also when withdrawn or
 * taken up).
 */
export function refuseRequest(
  scope: SchoolScope,
  publicId: string,
  answer: string,
): Promise<Outcome<undefined, 'not-found' | 'decided-already'>> {
  return inTransaction(async () => {
    const pendingRequest = await lockRequest(scope, publicId)
    if (!pendingRequest) return refused('not-found')
    if (pendingRequest.state !== 'pending') return refused('decided-already')
    const decision = { answer, decidedByName: scope.actor.name, decidedAt: new Date() }
    await CertificateRequest.update(
      { state: 'refused', ...decision },
      { where: { id: pendingRequest.id, schoolId: scope.schoolId } },
    )
    const details = { kind: pendingRequest.kindName, answer }
    await recordAudit(scope, {
      action: 'certificate-request.refused',
      subject: { kind: 'student', id: pendingRequest.studentId },
      details,
    })
    await notifyStudent(scope, pendingRequest.studentId, (locale) => ({
      title: m.certificates_refused_title({}, { locale }),
      body: m.certificates_refused_text(
        { kind: kindNameIn(pendingRequest.base, pendingRequest.kindName, locale), answer },
        { locale },
      ),
    }))
    return done()
  })
}

/**
 * Runs in the caller's transaction: marks the request of an issued certificate as ready, and notifies the family that
 * it can be collected.
 */
export async function answerRequestOf(
  scope: SchoolScope,
  certificate: { id: number; base: CertificateBase; kindName: string; studentId: number },
) {
  const changed = await execute(
    `UPDATE certificate_requests SET state = 'ready', decided_by_name = :name, decided_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND certificate_id = :id AND state = 'taken_up'`,
    { schoolId: scope.schoolId, id: certificate.id, name: scope.actor.name },
  )
  if (changed === 0) return
  await notifyStudent(scope, certificate.studentId, (locale) => ({
    title: m.certificates_ready_title({}, { locale }),
    body: m.certificates_ready_text({ kind: kindNameIn(certificate.base, certificate.kindName, locale) }, { locale }),
  }))
  const kind = forEachLanguage((language) => kindNameIn(certificate.base, certificate.kindName, language))
  const { studentId, id } = certificate
  await notifyFamily(scope, { event: 'certificate', studentId, values: { kind }, onceKey: `certificate:${id}` })
}

/** Runs in the caller's transaction: makes a request pending again when its draft is deleted. */
export async function reopenRequestOf({ schoolId }: SchoolScope, certificateId: number) {
  await execute(
    `UPDATE certificate_requests SET state = 'pending', certificate_id = NULL, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND certificate_id = :certificateId AND state = 'taken_up'`,
    { schoolId, certificateId },
  )
}
