/** Column with encrypted texts, each bound to `<table>.<column>:<owner of the row>`. */
export interface SealedColumn {
  table: string
  column: string
  /** Column with the id to which the row's texts are bound. */
  owner: string
  /** Column that distinguishes several rows of one owner. */
  row?: string
  /** Column for which the texts were encrypted, if they were moved to this one unchanged. */
  sealedAs?: string
}

/** All encrypted columns of the database (tests/security/sealed.db.test.ts looks for others). */
export const sealedColumns: readonly SealedColumn[] = [
  ...['father_aadhar', 'mother_aadhar', 'guardian_aadhar'].map((column) => ({
    table: 'guardians',
    column,
    owner: 'student_id',
  })),
  ...['razorpay_key_secret', 'razorpay_webhook_secret', 'maps_key', 'maps_browser_key'].map((column) => ({
    table: 'school_settings',
    column,
    owner: 'school_id',
  })),
  {
    table: 'school_settings',
    column: 'razorpay_webhook_secret_old',
    owner: 'school_id',
    sealedAs: 'razorpay_webhook_secret',
  },
  ...['sms_key', 'sms_report_token', 'whatsapp_token', 'whatsapp_app_secret', 'whatsapp_verify_token'].map(
    (column) => ({ table: 'message_settings', column, owner: 'school_id' }),
  ),
  ...['sms_report_token', 'whatsapp_app_secret'].map((sealedAs) => ({
    table: 'message_settings',
    column: `${sealedAs}_old`,
    owner: 'school_id',
    sealedAs,
  })),
  { table: 'second_person_requests', column: 'payload', owner: 'school_id', row: 'id' },
  { table: 'staff_factors', column: 'totp_key', owner: 'staff_user_id' },
  { table: 'import_rows', column: 'cells', owner: 'import_id', row: 'line' },
  { table: 'import_traces', column: 'sealed', owner: 'seal_number' },
  { table: 'sealed_removals', column: 'sealed', owner: 'seal_number' },
  { table: 'sealed_files', column: 'data_key', owner: 'file_id' },
]

/** Matches an encrypted text, alone or within a row: at least 28 bytes. */
export const sealedText = /v1\.[\w-]{38,}/g

export const sealedContext = ({ table, column, sealedAs }: SealedColumn, owner: number) =>
  `${table}.${sealedAs ?? column}:${owner}`
