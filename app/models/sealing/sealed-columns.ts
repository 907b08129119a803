/** A column that holds sealed texts. Each is sealed for `<table>.<column>:<owner of the row>` and opens nowhere else. */
export interface SealedColumn {
  table: string
  column: string
  /** The column whose number the row's texts are sealed for. */
  owner: string
  /** What tells the rows of one owner apart, where there are many. */
  row?: string
  /** The column that made the text, where it was moved from another one. */
  sealedAs?: string
}

/** Every sealed column of the database (tests/security/sealed.db.test.ts looks for others). */
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
    (column) => ({
      table: 'message_settings',
      column,
      owner: 'school_id',
    }),
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
  { table: 'sealed_removals', column: 'sealed', owner: 'seal_number' },
  { table: 'sealed_files', column: 'data_key', owner: 'file_id' },
]

/** A sealed text by itself, or among the cells of a row: 28 bytes of its own at least. */
export const sealedText = /v1\.[\w-]{38,}/g

/** What a text of this column is sealed for. */
export const sealedContext = ({ table, column, sealedAs }: SealedColumn, owner: number) =>
  `${table}.${sealedAs ?? column}:${owner}`
