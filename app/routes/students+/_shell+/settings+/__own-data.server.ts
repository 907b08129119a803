import { foundOr404 } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { readLocalized, wordsIn } from '~/language/localized'
import { m } from '~/language/paraglide/messages'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { correctedValue } from '~/models/entry/register/options'
import { fieldClass, isRemovable } from '~/models/entry/retention/field-classes'
import { kindNameIn } from '~/models/learning/certificates/kind-names'
import type { CertificateBase } from '~/models/learning/certificates/options'
import type { Semester } from '~/models/money/hostels/options'
import { semesterWord } from '~/models/money/hostels/words.server'
import { methodWords } from '~/models/money/ledger/method-words'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'
import { fieldLabel, type SectionValues, shownValue } from '~/models/people/students/describe/sections.server'
import { aadhaarScans, type DocumentKind, documentLabel } from '~/models/people/students/documents.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { collectOwnData, type OwnDataPart, type OwnRows } from '~/models/people/students/own-data.server'
import type { OwnDataPage } from '~/models/people/students/own-data-view'
import type { CorrectedThing } from '~/models/people/students/register/register-options'
import { shownAadhaar } from '~/models/people/students/rules'

/** All stored data of the signed-in student, in the language of the request. */
export async function ownDataPage({ scope, publicId, schoolName }: StudentSession) {
  const { values } = foundOr404(await findSections(scope, publicId))
  const collected = await collectOwnData(scope)
  const certificates = collected.certificates.map(({ base, name, ...row }) => ({
    name: kindNameIn(base as CertificateBase, String(name), currentLanguage()),
    ...row,
  }))
  const consents = collected.consents.map(({ name, ...row }) => ({
    name: wordsIn(readLocalized(name), currentLanguage()),
    ...row,
  }))
  const removals = collected.removals.map(({ name, ...row }) => ({ name: removedName(String(name ?? '')), ...row }))
  const lists = { ...collected, certificates, consents, removals }
  const parts = Object.keys(titles) as OwnDataPart[]
  const page: OwnDataPage = {
    language: currentLanguage(),
    title: m.profile_data_title(),
    made: m.profile_data_made({
      date: formatDay(todayInIndia(new Date()), currentLanguage()),
      name: scope.actor.name,
      school: schoolName,
    }),
    none: m.profile_data_none(),
    groups: [
      {
        title: m.profile_title(),
        columns: [m.profile_data_field(), m.profile_data_value()],
        rows: sectionRows(values),
      },
      ...parts.map((part) => ({ title: titles[part](), ...tableOf(lists[part]) })),
    ],
  }
  return { ...page, enrollmentNumber: values.enrollment_number ?? '' }
}

/** Name of a removed class of fields, or of an Aadhaar scan; empty for a hold, which has neither. */
function removedName(key: string): string {
  if (isRemovable(key)) return fieldClass(key).title()
  return (aadhaarScans as readonly string[]).includes(key) ? documentLabel(key as DocumentKind) : ''
}

function sectionRows(values: SectionValues): string[][] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (value === null) return []
    const number = /^(.+_aadhar)_end$/.exec(field)?.[1]
    return [number ? [fieldLabel(number), shownAadhaar(value)] : [fieldLabel(field), shownValue(field, value)]]
  })
}

/** Converts rows into a table without empty columns. */
function tableOf(rows: OwnRows): { columns: string[]; rows: string[][] } {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => text(name, row) !== ''))
  return {
    columns: names.map((name) => labels[name]?.() ?? name),
    rows: rows.map((row) => names.map((name) => text(name, row))),
  }
}

function text(name: string, row: OwnRows[number]): string {
  const value = row[name]
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return formatInstant(value, currentLanguage())
  if (name.endsWith('Paise')) return formatPaise(Number(value), { style: 'exact' })
  const valueText = String(value)
  if (name === 'field') return valueText === 'name' ? m.profile_data_name() : fieldLabel(valueText)
  if (name === 'was' || name === 'became')
    return correctedValue(row.field as CorrectedThing, valueText, currentLanguage())
  if (name === 'value') return shownValue(String(row.field ?? ''), valueText)
  if (name === 'period') return semesterWord(valueText as Semester)
  if (days.has(name)) return formatDay(valueText, currentLanguage())
  if (name === 'what') return changedThing(valueText)
  return coded.has(name) && Object.hasOwn(codes, valueText) ? (codes[valueText]?.() ?? valueText) : valueText
}

/** Subject of an action in the audit log: `leave.approved` is leave. A subject without a word here is the profile. */
function changedThing(action: string): string {
  const area = action.split('.')[0] ?? ''
  return Object.hasOwn(things, area) ? (things[area]?.() ?? '') : m.profile_title()
}

const things: Record<string, () => string> = {
  attendance: m.profile_data_attendance,
  leave: m.profile_data_leave,
  certificate: m.certificates_title,
  'certificate-request': m.certificates_title,
  consent: m.consents_title,
  grievance: m.grievances_title,
  register: m.register_title,
  concession: m.profile_data_concessions,
  due: m.profile_data_dues,
  dues: m.profile_data_dues,
  enrollment: m.profile_data_classes,
  admission: m.profile_data_admissions,
  password: m.accounts_password,
  email: m.students_email,
}

/** Columns with days as stored, YYYY-MM-DD. */
const days = new Set([
  'date',
  'until',
  'checkIn',
  'checkOut',
  'countedFrom',
  'movedIn',
  'movedOut',
  'orderedOn',
  'returnedOn',
])

/** Columns with our codes instead of typed text. */
const coded = new Set(['state', 'kind', 'by'])

const titles: Record<OwnDataPart, () => string> = {
  changes: m.profile_changes_title,
  documents: m.profile_data_documents,
  admissions: m.profile_data_admissions,
  classes: m.profile_data_classes,
  attendance: m.profile_data_attendance,
  leave: m.profile_data_leave,
  certificates: m.certificates_title,
  register: m.register_title,
  consents: m.consents_title,
  grievances: m.grievances_title,
  results: m.profile_data_results,
  reportCards: m.cards_title,
  quizzes: m.quizzes_title,
  notices: m.profile_data_notices,
  breaches: m.breaches_title,
  messages: m.messaging_title,
  dues: m.profile_data_dues,
  concessions: m.profile_data_concessions,
  guardians: m.family_own_title,
  payments: m.profile_data_payments,
  receipts: m.profile_data_receipts,
  orders: m.shop_data_orders,
  hostel: m.hostels_data,
  transport: m.transport_title,
  reminders: m.profile_data_reminders,
  sessions: m.profile_data_sessions,
  mails: m.profile_data_mails,
  audit: m.profile_data_audit,
  removals: m.retention_removed,
}

const labels: Record<string, () => string> = {
  field: m.profile_data_field,
  value: m.profile_data_value,
  date: m.profile_data_date,
  until: m.profile_data_until,
  kind: m.profile_data_kind,
  name: m.profile_data_name,
  size: m.profile_data_size,
  amountPaise: m.profile_data_amount,
  paidPaise: m.profile_data_paid,
  percent: () => '%',
  state: m.profile_data_state,
  number: m.profile_data_number,
  remarks: m.profile_data_remarks,
  was: m.register_data_was,
  became: m.register_data_became,
  orderedOn: m.register_data_ordered,
  admissionClass: m.students_admission_class,
  lastSchool: m.students_previous_school,
  returnedOn: m.register_data_returned,
  returnedClass: m.register_data_returned_class,
  certificate: m.certificates_title,
  address: m.students_address,
  phone: m.students_emergency_contact_number,
  by: m.profile_data_by,
  what: m.profile_data_what_done,
  subject: m.profile_data_subject,
  exam: m.profile_data_exam,
  marks: m.profile_data_marks,
  maximum: m.profile_data_maximum,
  session: m.students_academic_session,
  class: m.students_class,
  section: m.students_section,
  roll: m.students_roll_number,
  period: m.hostels_period,
  checkIn: m.hostels_check_in,
  checkOut: m.hostels_check_out,
  decided: m.room_decided_on,
  countedFrom: m.room_counted_from,
  movedIn: m.room_moved_in,
  movedOut: m.room_moved_out,
  guardian: m.room_guardian_name,
  guardianPhone: m.room_guardian_phone,
  guardianEmail: m.room_guardian_mail,
  guardianAddress: m.room_guardian_home,
  emergency: m.room_emergency,
  requirements: m.hostels_special,
  adminRemarks: m.hostels_remarks,
  refundRemarks: m.hostels_refund_remarks,
  seen: m.accounts_sessions_seen,
  openedNetwork: m.accounts_sessions_opened_network,
  network: m.accounts_sessions_network,
}

/** Labels of stored states, methods and kinds. */
const codes: Record<string, () => string> = {
  present: m.profile_code_present,
  absent: m.profile_code_absent,
  late: m.profile_code_late,
  half_day: m.profile_code_half_day,
  leave: m.profile_code_leave,
  exempt: m.profile_code_exempt,
  pending: m.profile_code_pending,
  approved: m.profile_code_approved,
  waitlisted: m.hostels_status_waitlisted,
  rejected: m.profile_code_rejected,
  withdrawn: m.profile_code_withdrawn,
  accepted: m.profile_code_accepted,
  draft: m.certificates_state_draft,
  issued: m.certificates_state_issued,
  taken_up: m.certificates_state_taken_up,
  ready: m.certificates_state_ready,
  refused: m.certificates_state_refused,
  studying: m.profile_code_studying,
  left: m.profile_code_left,
  cancelled: m.profile_code_cancelled,
  paid: m.profile_code_paid,
  failed: m.profile_code_failed,
  expired: m.profile_code_expired,
  bounced: m.profile_code_bounced,
  refunded: m.profile_code_refunded,
  part_refunded: m.profile_code_part_refunded,
  created: m.profile_code_created,
  ...methodWords,
  sibling: m.profile_code_sibling,
  staff: m.profile_code_staff,
  merit: m.profile_code_merit,
  other: m.profile_code_other,
  rte: m.profile_code_rte,
  student: m.profile_code_student,
  guardian: m.guardians_data_by,
  system: m.profile_code_system,
  sent: m.profile_code_sent,
  skipped: m.unsubscribe_code_skipped,
  waiting: m.profile_code_waiting,
  placed: m.shop_state_placed,
  packed: m.shop_state_packed,
  handed_over: m.shop_state_handed_over,
  cod: m.shop_data_cod,
  read: m.profile_code_read,
  given: m.consents_state_given,
  answered: m.grievances_state_answered,
  reopened: m.grievances_state_reopened,
  open: m.grievances_state_open,
  closed: m.grievances_state_closed,
  unread: m.profile_code_unread,
  active: m.transport_status_active,
  suspended: m.transport_status_suspended,
  transport: m.transport_title,
  vehicle: m.vehicles_title,
}
