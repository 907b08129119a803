/** Classes of personal data: columns kept for the same reason and time. `field-classes.ts` says what each one means. */
export type DataClass =
  | 'register'
  | 'certificates'
  | 'results'
  | 'attendance'
  | 'accounts'
  | 'payment_notes'
  | 'remarks'
  | 'contact'
  | 'health'
  | 'aadhaar'
  | 'documents'
  | 'photos'
  | 'services'
  | 'quizzes'
  | 'letters'
  | 'sign_in'
  | 'admissions'
  | 'guardian_accounts'
  | 'logs'
  | 'staff'

/** SQL values that replace the removed value of a NOT NULL column. */
export const replacements = {
  emptyText: "''",
  Removed: "'Removed'",
  earliestDay: "'1900-01-01'",
  emptyObject: "'{}'",
  zero: '0',
  /** For a column with a list of choices. */
  Other: "'Other'",
  /** Replaces only stored texts; NULL stays, because it has another meaning in that column. */
  emptyTextUnlessNull: "IF(:column IS NULL, NULL, '')",
} as const
export type Replacement = keyof typeof replacements

/**
 * Class of a field or column; `nobody`: its value says nothing about a person. A removed value becomes NULL, or in a
 * NOT NULL column the usual replacement of its kind, unless `replacement` names another one.
 */
export type Keep = DataClass | 'nobody' | { readonly class: DataClass; readonly replacement: Replacement }
