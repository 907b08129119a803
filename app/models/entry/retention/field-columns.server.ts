import type { DocumentKind } from '~/models/people/students/documents.server'
import { type ClassKey, removable } from './field-classes'

/** Database columns of a class. A test walks the schema, so that every column with personal data belongs to a class. */
export interface ClassFields {
  /**
   * Columns by table, separated by spaces. In a class that is removed, a column becomes NULL or its replacement:
   * `name=words` (see `replacements`).
   */
  columns: Readonly<Record<string, string>>
  /** Tables whose rows of a student are deleted completely: data that never was a record, such as a draft. */
  rows?: readonly string[]
  /** Scans of these kinds, which are deleted with their files. */
  documents?: readonly DocumentKind[]
  /** Names of facts that are removed from the audit log. */
  auditFacts?: readonly string[]
}

/** Replacements for columns that are NOT NULL. */
export const replacements = {
  blank: "''",
  words: "'Removed'",
  day: "'1900-01-01'",
  facts: "'{}'",
  zero: '0',
  /** Replaces only existing values, because NULL has another meaning there. */
  'blank?': "IF(:column IS NULL, NULL, '')",
} as const

const classFields: Record<ClassKey, ClassFields> = {
  register: {
    columns: {
      students:
        'enrollment_number first_name last_name date_of_birth gender category religion rte nic_id sr_no left_on left_entered_on leaving_reason',
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
    columns: {
      certificates: 'content view number_text override_reason cancel_reason',
      certificate_copies: 'token reason',
    },
  },
  results: {
    columns: {
      exam_marks: 'presence marks',
      report_cards: 'card',
      report_card_withdrawals: 'card reason',
      report_entries: 'grades',
      quiz_attempts: 'score max_score',
    },
  },
  attendance: { columns: { attendance: 'held_on status' } },
  accounts: {
    columns: {
      dues: 'name title fine_rule',
      due_parts: 'name',
      opening_dues: 'name title',
      payments: 'transaction_id provider_reference provider_link_id',
      payment_captures: 'provider_payment_id',
      payment_events: 'event_id event_kind outcome',
      payment_baskets: 'guardian_name',
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
    columns: {
      payments: 'reference remarks failure provider_link_url',
      refunds: 'reason=blank given_reference failure',
      concessions: 'reason=blank',
      dues: 'fine_waiver_reason=blank?',
      second_person_requests: 'payload note',
      orders: 'handed_over_to cancel_reason',
    },
    auditFacts: ['reason', 'remarks', 'answer', 'note', 'reference', 'purpose'],
  },
  remarks: {
    columns: {
      attendance: 'remarks correction_reason',
      leave_applications: 'reason=blank answer',
      report_entries: 'remark=blank remark_codes=blank',
      report_withholdings: 'reason=blank',
    },
  },
  contact: {
    // Mail goes first: it is found by the address that is removed.
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
    columns: {
      additional_infos: 'medical_conditions allergies',
      transport_applications: 'medical_conditions special_requirements',
      hostel_applications: 'special_requirements',
    },
  },
  aadhaar: {
    columns: {
      guardians: 'father_aadhar father_aadhar_end mother_aadhar mother_aadhar_end guardian_aadhar guardian_aadhar_end',
    },
    rows: ['removed_scans'],
    documents: ['aadhar_card', 'father_aadhar_doc', 'mother_aadhar_doc', 'guardian_aadhar_doc'],
  },
  documents: {
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
    columns: { students: 'photo_file_id' },
    documents: ['student_photo', 'father_photo', 'mother_photo', 'guardian_photo'],
  },
  services: {
    columns: {
      hostel_applications:
        'guardian_name=blank guardian_phone=blank guardian_email guardian_address emergency_contact=blank admin_remarks refund_remarks',
      transport_applications:
        'pickup_address=blank pickup_latitude=zero pickup_longitude=zero drop_address=blank drop_latitude drop_longitude emergency_contact=blank remarks refund_remarks',
    },
    rows: ['hostel_drafts', 'transport_drafts'],
  },
  quizzes: { columns: { quiz_answers: 'answer_text option_id' } },
  letters: {
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
    columns: { students: 'password_hash password_changed_at first_password_key' },
    rows: ['sessions', 'password_resets', 'email_changes', 'sign_in_undos'],
  },
  admissions: {
    columns: {
      admissions:
        'first_name=words last_name=blank date_of_birth=day mobile_number=blank email father_name=blank mother_name=blank address=blank previous_school previous_class previous_board remarks password_hash reason=blank?',
    },
  },
  guardian_accounts: { columns: { guardian_accounts: 'name mobile_number email password_hash language' } },
  logs: {
    columns: {
      consent_decisions: 'purpose decided_by_name recorded_by_name',
      guardian_invitations: 'code_hash contact_hash',
      guardian_batch_links: 'link_public_id guardian_public_id',
      mail_addresses: 'to_address bounce_reason',
      message_preferences: 'muted',
      message_reports: 'provider_id reference',
      breach_people: 'student_id',
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
      retention_runs: 'plan asked_by_name confirmed_by_name restore_by_name restore_reason',
      sealed_removals: 'class_key bundle sealed',
      sealed_files: 'class_key storage_key sealed_key data_key',
      retention_removals: 'class_key removed_on',
      removed_scans: 'kind removed_on removed_by_name',
      student_documents: 'kind position',
      admission_documents: 'kind position',
      notice_readers: 'read_at',
    },
  },
  staff: {
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
      second_person_requests: 'asked_by_name decided_by_name',
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
}

export const fieldsOf = (key: ClassKey): ClassFields => classFields[key]

/** Classes removed after some years, with their columns. */
export const removableFields = removable.map(([key, one]) => [key, { ...one, ...fieldsOf(key) }] as const)

/** Parses columns with their replacements: `[['email', null], ['mobile_number', 'blank']]`. */
export function columnsIn(list: string): Array<[column: string, replacement: keyof typeof replacements | null]> {
  return list.split(' ').map((one) => {
    const [column = '', replacement = null] = one.split('=')
    return [column, replacement as keyof typeof replacements | null]
  })
}
