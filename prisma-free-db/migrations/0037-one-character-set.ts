import type { Migration } from '../../app/database/migration'

const publicId = 'public_id CHAR(12) NOT NULL'
const formKey = 'form_key VARCHAR(40) NOT NULL'

/** Columns that were ASCII, by table. */
const columns: Record<string, readonly string[]> = {
  academic_sessions: [publicId],
  additional_infos: ['emergency_contact_number CHAR(10) NULL'],
  admissions: [publicId, 'form_key VARCHAR(60) NOT NULL', 'mobile_number CHAR(10) NOT NULL'],
  bell_periods: [publicId],
  change_requests: [publicId],
  classes: [publicId],
  concessions: [publicId, formKey],
  device_cookies: ['id_hash CHAR(64) NOT NULL', 'account VARCHAR(40) NOT NULL'],
  dues: [publicId, 'fine_rule VARCHAR(200) NULL'],
  email_changes: ['token_hash CHAR(64) NOT NULL'],
  enrollments: [publicId],
  events: [publicId, 'form_key VARCHAR(40) NULL'],
  exams: [publicId],
  exam_papers: [publicId],
  fare_structures: [publicId, formKey],
  fees: [publicId, 'fine_rule VARCHAR(200) NULL', formKey],
  files: ['storage_key VARCHAR(120) NOT NULL'],
  guardians: [
    'father_mobile CHAR(10) NULL',
    'father_aadhar_end CHAR(4) NULL',
    'mother_mobile CHAR(10) NULL',
    'mother_aadhar_end CHAR(4) NULL',
    'guardian_mobile CHAR(10) NULL',
    'guardian_aadhar_end CHAR(4) NULL',
  ],
  holidays: [publicId],
  hostels: [publicId, 'bank_account_number VARCHAR(20) NULL', 'bank_ifsc_code CHAR(11) NULL', formKey],
  hostel_applications: [publicId, 'academic_year CHAR(9) NOT NULL', formKey],
  hostel_drafts: [formKey],
  imports: [publicId, 'stopped_because VARCHAR(40) NULL', formKey],
  jobs: ['kind VARCHAR(40) NOT NULL', 'unique_key VARCHAR(120) NULL'],
  leave_applications: [publicId, formKey],
  notices: [publicId, 'form_key VARCHAR(40) NULL'],
  orders: [publicId, 'financial_year CHAR(7) NOT NULL', 'invoice_year CHAR(7) NULL', formKey],
  order_counters: ['financial_year CHAR(7) NOT NULL'],
  order_items: ['hsn_code VARCHAR(8) NULL'],
  password_resets: ['token_hash CHAR(64) NOT NULL'],
  payments: [
    publicId,
    'transaction_id VARCHAR(60) NULL',
    formKey,
    'provider_reference VARCHAR(40) NULL',
    'provider_link_id VARCHAR(40) NULL',
  ],
  payment_captures: ['provider_payment_id VARCHAR(40) NOT NULL'],
  payment_events: ['event_id VARCHAR(80) NOT NULL'],
  products: [publicId, 'hsn_code VARCHAR(8) NULL', formKey],
  product_variants: [publicId],
  promotions: [publicId, formKey],
  quizzes: [publicId, formKey],
  quiz_attempts: [publicId],
  quiz_options: [publicId],
  quiz_questions: [publicId, 'form_key CHAR(40) NULL'],
  receipts: [publicId, 'financial_year CHAR(7) NOT NULL'],
  receipt_counters: ['financial_year CHAR(7) NOT NULL'],
  refunds: [publicId, formKey, 'provider_payment_id VARCHAR(40) NULL', 'provider_refund_id VARCHAR(40) NULL'],
  rooms: [publicId, formKey],
  route_stops: [publicId, formKey],
  schools: [publicId],
  sections: [publicId],
  sessions: ['id_hash CHAR(64) NOT NULL'],
  staff_users: [publicId],
  stock_changes: [formKey],
  store_settings: ['gstin CHAR(15) NULL'],
  students: [publicId, 'mobile_number CHAR(10) NOT NULL', 'first_password_key VARCHAR(40) NULL'],
  student_addresses: ['pin CHAR(6) NULL', 'current_pincode CHAR(6) NULL'],
  subjects: [publicId],
  teachers: [publicId, 'mobile_number CHAR(10) NULL'],
  throttles: ['bucket VARCHAR(120) NOT NULL'],
  timetable_entries: [publicId],
  transport_applications: [publicId, formKey],
  transport_drafts: [formKey],
  transport_routes: [publicId, formKey],
  vehicles: [publicId, formKey],
  vehicle_documents: [publicId, formKey],
  vehicle_routes: [publicId, formKey],
}

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * Converts all text to utf8mb4: comparing an ASCII column with other letters fails (error 1267), so a search in
 * Gujarati or an invalid id caused a server error. The binary collation keeps the comparison exact, as keys need it.
 */
export const up: Migration = async (run) => {
  for (const [table, texts] of Object.entries(columns)) {
    const changes = texts.map((text) => `MODIFY ${text.replace(/(?= (NOT )?NULL$)/, ` ${exact}`)}`)
    await run(`ALTER TABLE ${table} ${changes.join(', ')}`)
  }
}
