import { m } from '~/language/paraglide/messages'
import type { DocumentKind } from '~/models/students/documents.server'

/**
 * What the portal knows of people, by class: which columns, why, who sees them, and how long (decision 51). Retention removes by it, the record
 * of processing is written from it, and a test walks the schema, so that no column of a person is in no class.
 */
export interface FieldClass {
  title: () => string
  why: Purpose
  /** The law or rule it is kept by, from second sources: a lawyer has yet to confirm them. English: for the office and the record of processing. */
  basis: string
  seenBy: string
  keep: Keep
  /**
   * Columns by table, with spaces between them. In a class that is removed each says by what it is replaced, where not by NULL: `name=words`
   * (see `replacements`).
   */
  columns: Readonly<Record<string, string>>
  /** Tables of which a student's rows go whole: what was never part of a record, such as a draft. */
  rows?: readonly string[]
  /** Scans of these kinds go with their files. */
  documents?: readonly DocumentKind[]
  /** Facts that the audit log keeps of what is removed here, by their names there. */
  auditFacts?: readonly string[]
}

/**
 * How long: for ever; so many years after a student left (or an admission was rejected), never less than `least`; until the portal itself
 * removes it, which `how` tells; or as long as somebody works or does business with the school.
 */
export type Keep =
  | { until: 'ever' }
  | { until: 'years'; usual: number; least: number }
  | { until: 'swept'; how: string }
  | { until: 'leaving-work'; how: string }

export const purposes = {
  register: m.retention_why_register,
  accounts: m.retention_why_accounts,
  teaching: m.retention_why_teaching,
  reaching: m.retention_why_reaching,
  safety: m.retention_why_safety,
  identity: m.retention_why_identity,
  services: m.retention_why_services,
  admission: m.retention_why_admission,
  security: m.retention_why_security,
  running: m.retention_why_running,
} as const satisfies Record<string, () => string>
type Purpose = keyof typeof purposes

/** What stands in place of a value that may not be NULL. */
export const replacements = {
  blank: "''",
  words: "'Removed'",
  day: "'1900-01-01'",
  facts: "'{}'",
  zero: '0',
  /** Where it says something; NULL means something else there. */
  'blank?': "IF(:column IS NULL, NULL, '')",
} as const

const years = (usual: number, least = 0): Keep => ({ until: 'years', usual, least })
const ever: Keep = { until: 'ever' }

export const fieldClasses = {
  register: {
    title: m.retention_register,
    why: 'register',
    basis: 'The General Register is kept permanently: state education codes, CBSE affiliation bye-laws',
    seenBy: 'Owner and office; teachers names and birth dates; the student',
    keep: ever,
    columns: {
      students:
        'enrollment_number first_name last_name date_of_birth gender category religion rte nic_id sr_no left_on leaving_reason',
      guardians: 'father_name mother_name',
      academic_infos:
        'previous_school previous_board previous_class previous_year previous_result previous_school_address admission_class admission_date admission_number medium',
      enrollments: 'roll_number enrolled_on left_on',
      promotion_rows: 'outcome',
      register_periods: 'admission_number previous_school admission_class leaving_class leaving_reason returned_class',
      register_corrections: 'old_value new_value authority order_number reason',
    },
  },
  certificates: {
    title: m.retention_certificates,
    why: 'register',
    basis:
      'Numbered books of certificates are kept permanently; a certificate is frozen as it was issued (decision 42)',
    seenBy: 'Owner, office and accounts; the student; whoever holds the paper and its code',
    keep: ever,
    columns: {
      certificates: 'content view number_text override_reason cancel_reason',
      certificate_copies: 'token reason',
    },
  },
  results: {
    title: m.retention_results,
    why: 'register',
    basis: 'Result registers are kept permanently, for duplicates of marksheets years later: state education codes',
    seenBy: 'Owner, office and the section’s teachers; the student once published',
    keep: ever,
    columns: {
      exam_marks: 'presence marks',
      report_cards: 'card',
      report_card_withdrawals: 'card reason',
      report_entries: 'grades',
      quiz_attempts: 'score max_score',
    },
  },
  attendance: {
    title: m.retention_attendance,
    why: 'register',
    basis: 'Attendance registers are a record of the school; its days stand on certificates and report cards',
    seenBy: 'Owner, office and the section’s teachers; the student',
    keep: ever,
    columns: { attendance: 'held_on status' },
  },
  accounts: {
    title: m.retention_accounts,
    why: 'accounts',
    basis:
      'Books of account: Companies Act 2013 s. 128(5), eight years; Income-tax Rules r. 17AA, ten years; receipts are numbered without gaps, so that each one stays',
    seenBy: 'Owner, office and accounts; the student',
    keep: ever,
    columns: {
      dues: 'name title fine_rule',
      due_parts: 'name',
      opening_dues: 'name title',
      payments: 'transaction_id provider_reference provider_link_id',
      payment_captures: 'provider_payment_id',
      payment_events: 'event_id event_kind outcome',
      refunds: 'provider_payment_id provider_refund_id',
      receipts: 'view',
      orders: 'invoice_view',
      order_items: 'name label hsn_code',
      fee_reminders: 'reminded_on',
      hostel_charges: 'month',
      transport_charges: 'period',
      due_concessions: 'amount_paise',
      concessions: 'kind',
    },
  },
  payment_notes: {
    title: m.retention_payment_notes,
    why: 'accounts',
    basis:
      'Vouchers: Companies Act 2013 s. 128(5), eight years at least; Income-tax Rules r. 17AA, ten after the year of assessment',
    seenBy: 'Owner, office and accounts; the student',
    keep: years(12, 8),
    columns: {
      payments: 'reference remarks failure provider_link_url',
      refunds: 'reason=blank given_reference failure',
      concessions: 'reason=blank',
      dues: 'fine_waiver_reason=blank?',
      orders: 'handed_over_to cancel_reason',
    },
    auditFacts: ['reason', 'remarks', 'answer', 'note', 'reference', 'purpose'],
  },
  remarks: {
    title: m.retention_remarks,
    why: 'teaching',
    basis: 'Needed while the student is taught; DPDP Act 2023 s. 8(7): erased when the purpose is served',
    seenBy: 'Owner, office and the section’s teachers; the student',
    keep: years(3),
    columns: {
      attendance: 'remarks correction_reason',
      leave_applications: 'reason=blank answer',
      report_entries: 'remark=blank remark_codes=blank',
      report_withholdings: 'reason=blank',
    },
  },
  contact: {
    title: m.retention_contact,
    why: 'reaching',
    basis: 'To reach the family; some years longer for certificates and refunds. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts; the section’s teachers phone and e-mail; the student',
    keep: years(3),
    // Mail first: it is found by the address that goes.
    columns: {
      message_attempts: 'to_address=blank body=blank reason',
      outgoing_messages: 'recipient_name=blank facts=facts reason',
      outgoing_mail: 'to_address=blank subject=blank body_text=blank last_error',
      students: 'mobile_number=blank email',
      guardians:
        'father_occupation father_mobile father_education father_income mother_occupation mother_mobile mother_education mother_income guardian_name guardian_relation guardian_occupation guardian_mobile guardian_education guardian_income',
      student_addresses:
        'address=blank permanent_house_no permanent_street pin permanent_state permanent_district permanent_post_office permanent_area_type permanent_village permanent_panchayat permanent_block permanent_colony permanent_city_name permanent_city_ward permanent_nagar_palika_name permanent_nagar_palika_ward permanent_nagar_nigam_name permanent_zone_name permanent_nagar_nigam_ward current_house_no current_street current_pincode current_state current_district current_post_office current_area_type current_village current_panchayat current_block current_colony current_city_name current_city_ward current_nagar_palika_name current_nagar_palika_ward current_nagar_nigam_name current_zone_name current_nagar_nigam_ward distance_from_school',
      additional_infos:
        'travel_mode travel_details staying_with staying_details emergency_contact_name emergency_contact_number',
      family_guardians: 'name=words mobile_number email language account_id',
      guardian_links: 'note',
    },
    auditFacts: ['email', 'mobile_number', 'mobileNumber', 'address', 'emailBefore', 'mobileBefore'],
  },
  health: {
    title: m.retention_health,
    why: 'safety',
    basis: 'For the student’s safety at school only; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner and office; the student',
    keep: years(1),
    columns: {
      additional_infos: 'medical_conditions allergies',
      transport_applications: 'medical_conditions special_requirements',
      hostel_applications: 'special_requirements',
    },
  },
  aadhaar: {
    title: m.retention_aadhaar,
    why: 'identity',
    basis:
      'Aadhaar Act 2016 s. 8A(4) and UIDAI: no number is stored, a copy is masked; whether UDISE and APAAR allow more is to be confirmed by a lawyer',
    seenBy: 'Nobody the number; owner, office and the student its last four digits and the scans',
    keep: years(1),
    columns: {
      guardians: 'father_aadhar father_aadhar_end mother_aadhar mother_aadhar_end guardian_aadhar guardian_aadhar_end',
    },
    rows: ['removed_scans'],
    documents: ['aadhar_card', 'father_aadhar_doc', 'mother_aadhar_doc', 'guardian_aadhar_doc'],
  },
  documents: {
    title: m.retention_documents,
    why: 'admission',
    basis: 'Proof of what the register says; the register itself stays. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner and office; the student',
    keep: years(3),
    columns: {},
    documents: [
      'birth_certificate',
      'previous_tc',
      'previous_report_card',
      'transfer_certificate',
      'character_certificate',
      'marksheet',
    ],
  },
  photos: {
    title: m.retention_photos,
    why: 'identity',
    basis: 'To tell who is who at school; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office, accounts and teachers; the student',
    keep: years(1),
    columns: { students: 'photo_file_id' },
    documents: ['student_photo', 'father_photo', 'mother_photo', 'guardian_photo'],
  },
  services: {
    title: m.retention_services,
    why: 'services',
    basis: 'To give the room or the seat, and to settle what is left of it; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts; drivers the stop and the student’s name; the student',
    keep: years(3),
    columns: {
      hostel_applications:
        'guardian_name=blank guardian_phone=blank guardian_email guardian_address emergency_contact=blank admin_remarks refund_remarks',
      transport_applications:
        'pickup_address=blank pickup_latitude=zero pickup_longitude=zero drop_address=blank drop_latitude drop_longitude emergency_contact=blank remarks refund_remarks',
    },
    rows: ['hostel_drafts', 'transport_drafts'],
  },
  quizzes: {
    title: m.retention_quizzes,
    why: 'teaching',
    basis: 'Needed while the student is taught; the score stays. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and the quiz’s teacher; the student',
    keep: years(1),
    columns: { quiz_answers: 'answer_text option_id' },
  },
  letters: {
    title: m.retention_letters,
    why: 'reaching',
    basis: 'What was asked and answered; DPDP Rules 2025 r. 8(3): logs and data of processing one year at least',
    seenBy: 'Owner and office; the student',
    keep: years(3, 1),
    columns: {
      notices: 'title=words body=words',
      events: 'title=words description',
      certificate_requests: 'purpose=blank answer',
      grievance_entries: 'words=blank',
      grievances: 'writer_name=words contact words=blank',
      change_requests: 'old_value=blank new_value=blank note reason',
    },
  },
  sign_in: {
    title: m.retention_sign_in,
    why: 'security',
    basis: 'To sign in; DPDP Rules 2025 r. 8(3): one year at least',
    seenBy: 'Nobody the password; owner and the student devices',
    keep: years(1, 1),
    columns: { students: 'password_hash password_changed_at first_password_key' },
    rows: ['sessions', 'password_resets', 'email_changes', 'sign_in_undos'],
  },
  admissions: {
    title: m.retention_admissions,
    why: 'admission',
    basis:
      'To decide an admission and to answer for it; counted from the refusal, or from leaving where it was accepted. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts',
    keep: years(1),
    columns: {
      admissions:
        'first_name=words last_name=blank date_of_birth=day mobile_number=blank email father_name=blank mother_name=blank address=blank previous_school previous_class previous_board remarks password_hash reason=blank?',
    },
  },
  guardian_accounts: {
    title: m.retention_guardian_accounts,
    why: 'reaching',
    basis: 'The account by which one adult signs in for all children, of the installation and no school',
    seenBy: 'The guardian',
    keep: {
      until: 'swept',
      how: 'emptied with the last child’s contact details, when no school has the guardian any more',
    },
    columns: { guardian_accounts: 'name mobile_number email password_hash language' },
  },
  logs: {
    title: m.retention_logs,
    why: 'security',
    basis: 'DPDP Rules 2025 r. 6 and 8(3): logs one year at least; who changed money and marks is kept with the books',
    seenBy: 'Owner; the operator of the installation',
    keep: {
      until: 'swept',
      how: 'the audit log stays, without contact details and reasons once those are removed, and decisions on consent as their proof, without scans of signed forms; security events go after the days that the operator has set (a year or more), sessions and links when they end, jobs and sent mail after a fortnight, files of imports within days',
    },
    columns: {
      consent_decisions: 'purpose decided_by_name recorded_by_name',
      guardian_invitations: 'code_hash contact_hash',
      guardian_batch_links: 'link_public_id guardian_public_id',
      mail_addresses: 'to_address bounce_reason',
      message_preferences: 'muted',
      message_reports: 'provider_id reference',
      breach_people: 'student_id',
      payment_baskets: 'guardian_name',
      audit_entries: 'actor_name action subject_kind details',
      security_events: 'same_key kind actor_kind subject_kind name_digest address request_id device details',
      sessions: 'id_hash device_browser device_system opened_network seen_network passkey_challenge',
      device_cookies: 'id_hash account',
      password_resets: 'token_hash',
      email_changes: 'new_email token_hash',
      sign_in_undos: 'token_hash old_email old_mobile standing_email standing_mobile',
      throttles: 'bucket',
      jobs: 'kind payload unique_key leased_by last_error',
      imports: 'file_name notes stopped_at',
      import_rows: 'label cells problems changes',
      import_words: 'word meaning',
      hostel_drafts: 'fields',
      transport_drafts: 'fields',
      files: 'storage_key content_type file_name',
      school_registrations: 'email token_hash name person phone address password_hash',
      retention_holds: 'reason held_by_name',
      retention_runs: 'plan asked_by_name confirmed_by_name',
      retention_removals: 'class_key removed_on',
      removed_scans: 'kind removed_on removed_by_name',
      student_documents: 'kind position',
      admission_documents: 'kind position',
      notice_readers: 'read_at',
    },
  },
  staff: {
    title: m.retention_staff,
    why: 'running',
    basis: 'Contract of employment or service; whoever did something to a record is named with it',
    seenBy: 'Owner; the office names; families the names of teachers, wardens and drivers',
    keep: {
      until: 'leaving-work',
      how: 'while the person works for the school; names beside what they did stay with it',
    },
    columns: {
      staff_users: 'name email password_hash list_layouts',
      staff_factors: 'totp_key',
      recovery_codes: 'code_hash',
      passkeys: 'credential_id public_key transports name',
      teachers: 'employee_number first_name last_name email mobile_number qualification',
      hostels: 'contact_number warden_name warden_email',
      vehicles: 'driver_name driver_phone driver_licence attendant_name attendant_phone',
      vehicle_documents: 'number',
      schools: 'name email phone address',
      attendance_sheets: 'marked_by_name',
      cash_closings: 'handed_to remarks',
      certificates: 'issued_by_name cancelled_by_name',
      certificate_copies: 'made_by_name',
      certificate_requests: 'decided_by_name',
      certificate_settings: 'first_signatory second_signatory third_signatory',
      concessions: 'given_by',
      events: 'created_by_name',
      grievance_entries: 'by_name',
      guardian_batches: 'made_by undone_by',
      privacy_notices: 'published_by_name',
      privacy_settings: 'officer_name officer_post officer_email officer_phone',
      breach_cases: 'sent_by_name',
      imports: 'started_by_name',
      leave_applications: 'decided_by_name',
      notices: 'created_by_name',
      passenger_messages: 'words created_by_name',
      promotions: 'made_by undone_by',
      quiz_answers: 'marked_by_name',
      register_corrections: 'corrected_by_name',
      stock_changes: 'made_by reason',
    },
  },
} as const satisfies Record<string, FieldClass>

export type ClassKey = keyof typeof fieldClasses
export const classKeys = Object.keys(fieldClasses) as ClassKey[]
export const classOf = (key: ClassKey): FieldClass => fieldClasses[key]

type WithYears = FieldClass & { keep: Extract<Keep, { until: 'years' }> }
/** Classes that are removed after some years, in the order of the list. */
export const removable = classKeys.flatMap((key): Array<[ClassKey, WithYears]> => {
  const one = classOf(key)
  return one.keep.until === 'years' ? [[key, { ...one, keep: one.keep }]] : []
})
export const isRemovable = (key: string): key is ClassKey => removable.some(([known]) => known === key)

/** Columns of a table with what they are replaced by: `[['email', null], ['mobile_number', 'blank']]`. */
export function columnsIn(list: string): Array<[column: string, replacement: keyof typeof replacements | null]> {
  return list.split(' ').map((one) => {
    const [column = '', replacement = null] = one.split('=')
    return [column, replacement as keyof typeof replacements | null]
  })
}
