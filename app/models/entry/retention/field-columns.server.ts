import { columnName, isKept, isNullable, tables } from '~/kit/tables/table.server'
import { type DataClass, type Replacement, replacements } from '~/models/core/shared/data-classes'
import type { DocumentKind } from '~/models/people/students/documents.server'
import './described-tables.server'
import { type ClassKey, classKeys, removable } from './field-classes'

/** A column, and the name of the SQL expression that replaces its value on removal; null for NULL. */
interface ClassColumn {
  column: string
  replacement: Replacement | null
}

/** Database columns of a field class. A test checks that every column about a person in the schema belongs to one. */
export interface ClassFields {
  /** By table. Mail comes first, because it is found by the addresses of people, which are removed afterwards. */
  columns: Readonly<Record<string, readonly ClassColumn[]>>
  /** Tables whose rows of a student are deleted completely: data that need not be recorded, such as a draft. */
  rows?: readonly string[]
  /** Scans of these kinds, which are deleted with their files. */
  documents?: readonly DocumentKind[]
  /** Names of facts that are removed from the audit log. */
  auditFacts?: readonly string[]
}

/** Rows, scans and facts of the audit log that belong to a class, in addition to its columns. */
const inAddition: Partial<Record<ClassKey, Omit<ClassFields, 'columns'>>> = {
  payment_notes: { auditFacts: ['reason', 'remarks', 'answer', 'note', 'reference', 'purpose'] },
  // The attendance register says who was on leave, so the whole application is deleted with its reason.
  remarks: { rows: ['leave_applications'] },
  contact: { auditFacts: ['email', 'mobile_number', 'mobileNumber', 'address', 'emailBefore', 'mobileBefore'] },
  aadhaar: {
    rows: ['removed_scans'],
    documents: ['aadhar_card', 'father_aadhar_doc', 'mother_aadhar_doc', 'guardian_aadhar_doc'],
  },
  documents: {
    documents: [
      ...(['birth_certificate', 'previous_tc', 'previous_report_card'] as const),
      ...(['transfer_certificate', 'character_certificate', 'marksheet'] as const),
    ],
  },
  photos: { documents: ['student_photo', 'father_photo', 'mother_photo', 'guardian_photo'] },
  services: { rows: ['hostel_drafts', 'transport_drafts'] },
  sign_in: { rows: ['sessions', 'password_resets', 'email_changes', 'sign_in_undos'] },
}

/** Columns of tables that were not declared with `table()`, by class. All of them accept NULL or are never removed. */
const undescribed: Readonly<Record<string, Partial<Record<DataClass | 'nobody', string>>>> = {
  admission_documents: { logs: 'kind position' },
  audit_entries: { logs: 'actor_name action subject_kind details' },
  device_cookies: { logs: 'id_hash account' },
  due_concessions: { accounts: 'amount_paise' },
  email_changes: { logs: 'new_email token_hash' },
  exam_marks: { results: 'presence marks' },
  guardian_batch_links: { logs: 'link_public_id guardian_public_id' },
  guardian_invitations: { logs: 'code_hash contact_hash wrong_tries sent_by' },
  hostel_charges: { accounts: 'month' },
  hostel_drafts: { logs: 'fields' },
  import_rows: { logs: 'label cells problems changes shown doubts file_cells' },
  import_traces: { logs: 'sealed' },
  import_words: { logs: 'word meaning' },
  jobs: { logs: 'kind payload unique_key leased_by last_error' },
  message_preferences: { logs: 'muted first_channel' },
  message_reports: { logs: 'provider_id reference' },
  notice_readers: { logs: 'read_at' },
  opening_dues: { accounts: 'name title' },
  passkeys: { staff: 'credential_id public_key transports name counter' },
  password_resets: { logs: 'token_hash' },
  payment_captures: { accounts: 'provider_payment_id' },
  payment_events: { accounts: 'event_id event_kind outcome' },
  promotion_rows: { register: 'outcome before_status before_version' },
  promotions: { staff: 'made_by undone_by' },
  quiz_answers: { results: 'awarded_marks', quizzes: 'answer_text option_id', staff: 'marked_by_name' },
  quiz_attempts: { results: 'score max_score closed_by to_mark' },
  recovery_codes: { staff: 'code_hash' },
  removed_scans: { logs: 'kind removed_on removed_by_name' },
  retention_holds: { logs: 'reason held_by_name held_on' },
  retention_removals: { logs: 'class_key removed_on' },
  school_registrations: { logs: 'email token_hash name person phone address password_hash' },
  sealed_files: { logs: 'class_key storage_key sealed_key data_key' },
  sealed_removals: { logs: 'class_key bundle sealed seal_number removed_on blocked' },
  security_events: { logs: 'same_key kind actor_kind subject_kind name_digest address request_id device details' },
  sessions: {
    logs: 'id_hash device_browser device_system opened_network seen_network passkey_challenge opened_from stage idle_minutes lifetime_minutes',
  },
  sign_in_undos: { logs: 'token_hash old_email old_mobile standing_email standing_mobile' },
  staff_factors: { staff: 'totp_key last_step' },
  student_documents: { logs: 'kind position' },
  throttles: { logs: 'bucket' },
  timetable_days: { nobody: 'day room_no' },
  transport_charges: { accounts: 'period' },
  transport_drafts: { logs: 'fields' },
}

interface Classed extends ClassColumn {
  table: string
  key: DataClass | 'nobody'
}

const ofUndescribed = Object.entries(undescribed).flatMap(([table, classes]) =>
  Object.entries<string>(classes).flatMap(([key, list]) =>
    list.split(' ').map((column) => ({ table, key, column, replacement: null }) as Classed),
  ),
)

/** Default replacements in NOT NULL columns, by kind; columns of other kinds become empty texts. */
const usual: Readonly<Record<string, Replacement>> = {
  day: 'earliestDay',
  json: 'emptyObject',
  ...Object.fromEntries(['money', 'whole', 'typed', 'count', 'tick', 'degrees', 'marks'].map((kind) => [kind, 'zero'])),
}

const ofDescribed = [...tables].flatMap(([table, described]) =>
  Object.entries(described).flatMap(([name, of]): Classed[] => {
    if (of.keep === undefined || !isKept(of)) return []
    const usualReplacement = isNullable(of) ? null : (usual[of.kind] ?? 'emptyText')
    const { class: key, replacement } =
      typeof of.keep === 'string' ? { class: of.keep, replacement: usualReplacement } : of.keep
    return [{ table, key, column: columnName(name), replacement }]
  }),
)

/** All columns with their class, by table, mail first; sorted, to be independent of the order of loading. */
const all = [...ofUndescribed, ...ofDescribed].sort(
  (one, other) =>
    Number(other.table === 'outgoing_mail') - Number(one.table === 'outgoing_mail') ||
    Number(one.table > other.table) - Number(one.table < other.table),
)

const classFields = new Map(
  classKeys.map((key) => {
    const columns: Record<string, ClassColumn[]> = {}
    for (const { table, column, replacement, key: of } of all)
      if (of === key) columns[table] = [...(columns[table] ?? []), { column, replacement }]
    return [key, { columns, ...inAddition[key] }] as const
  }),
)

export const fieldsOf = (key: ClassKey): ClassFields => classFields.get(key) ?? { columns: {} }

/** Columns described as containing nothing about a person, as `table.column`. */
export const nobodysColumns = all.flatMap(({ table, column, key }) => (key === 'nobody' ? [`${table}.${column}`] : []))

/** Classes removed after some years, with their columns. */
export const removableFields = removable.map(([key, one]) => [key, { ...one, ...fieldsOf(key) }] as const)

/** SQL of a column's new value, for the row `t`. */
export const removedValue = ({ column, replacement }: ClassColumn) =>
  replacement === null ? 'NULL' : replacements[replacement].replace(':column', `t.${column}`)
