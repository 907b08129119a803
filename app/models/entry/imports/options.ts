import type { Tone } from '~/models/core/shared/tone'
import type { Permission } from '~/models/people/accounts/staff/permissions'

/** Kinds of files that the import reads. */
export const fileKinds = [
  'students',
  'guardians',
  'teachers',
  'attendance_months',
  'opening_dues',
  'paid_fees',
] as const
export type FileKind = (typeof fileKinds)[number]

/** All kinds in the history of imports, which also lists and undoes files of marks uploaded on the page of an exam. */
export const importKinds = [...fileKinds, 'marks'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * checking → columns (a heading is missing: a user must choose the columns) | checked → running → done; failed from any
 * state before done. done → undoing → undone, or back to the previous state if the undo changed nothing. A partly
 * undone import may be undone again.
 */
export const importStates = [
  'checking',
  'columns',
  'checked',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const rowOutcomes = ['new', 'changed', 'unchanged', 'rejected'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** Filter for the rows with an unlikely value. */
export const unclear = 'unclear'

export const importStateWords: Record<ImportState, { tone: Tone; word: string }> = {
  checking: { tone: 'info', word: 'Checking' },
  columns: { tone: 'warn', word: 'Choose columns' },
  checked: { tone: 'warn', word: 'Not imported yet' },
  running: { tone: 'info', word: 'Running' },
  done: { tone: 'good', word: 'Imported' },
  failed: { tone: 'bad', word: 'Failed' },
  undoing: { tone: 'info', word: 'Being taken back' },
  undone: { tone: 'neutral', word: 'Taken back' },
}

export const importOutcomeWords: Record<RowOutcome, { tone: Tone; word: string }> = {
  new: { tone: 'good', word: 'New' },
  changed: { tone: 'info', word: 'Changed' },
  unchanged: { tone: 'neutral', word: 'Unchanged' },
  rejected: { tone: 'bad', word: 'Rejected' },
}

/**
 * Problem of a row: its column (null for the row as a whole), a message, and the text that caused it, unless that is an
 * Aadhaar number.
 */
export type RowProblem = [column: string | null, message: string, value?: string]

export function problemsText(problems: readonly RowProblem[]): string {
  return problems
    .map(([column, message, value]) => {
      const words = value === undefined ? message : `${message} (“${value}”)`
      return column === null ? words : `${column}: ${words}`
    })
    .join('; ')
}

/** Permission needed for a kind, in addition to `imports:run`. */
export const importPermissions: Record<ImportKind, Permission> = {
  students: 'students:edit',
  guardians: 'students:edit',
  teachers: 'academics:edit',
  attendance_months: 'attendance:mark',
  opening_dues: 'fees:edit',
  paid_fees: 'payments:correct',
  marks: 'marks:enter',
}

export const kindNames: Record<ImportKind, string> = {
  students: 'Students',
  guardians: 'Guardians',
  teachers: 'Teachers',
  attendance_months: 'Attendance by month',
  opening_dues: 'Opening dues',
  paid_fees: 'Fees already paid',
  marks: 'Marks',
}

/** Label of the links to the upload of a kind. */
export const importLabel = (kind: ImportKind) => `Import ${kindNames[kind].toLowerCase()}`

export const kindTexts: Record<FileKind, string> = {
  students: 'Names, parents, address, class and section. Existing students are found by enrollment number.',
  guardians: 'Parents and other guardians of students, with mobile and e-mail. One guardian may have several children.',
  teachers:
    'Names, mobile, e-mail, designation, subjects and qualification. Existing teachers are found by employee number, or else by name.',
  attendance_months:
    'Days held and attended in months before this portal, for percentages, certificates and report cards.',
  opening_dues: 'What students owed before the school joined this portal: old fees, arrears, fines.',
  paid_fees:
    'Fees already received: they are recorded against the dues. Each payment gets its receipt, or keeps the old one.',
}

/** Name of a kind in URLs, with a hyphen instead of the underscore. */
export function kindWord(kind: ImportKind): string {
  return kind.replace('_', '-')
}

export function kindOfWord(word: string | null | undefined): FileKind | null {
  return fileKinds.find((kind) => kindWord(kind) === word) ?? null
}

export const maxImportBytes = 10 * 1024 * 1024
/**
 * Quotas of a school: imports being checked or written at a time, and bytes of stored uploads; lower until the operator
 * has approved the school.
 */
export const importQuotas = {
  approved: { activeImports: 3, storedBytes: 300 * 1024 * 1024 },
  waiting: { activeImports: 1, storedBytes: 30 * 1024 * 1024 },
} as const
export const maxImportRows = 50_000
export const usualSectionCapacity = 60
export const maxSeatsCapacity = 500
export const rowsOfPreview = 20

/**
 * Days for which the file is kept, so that the user can still change the columns. The period is short, because the file
 * may contain Aadhaar numbers.
 */
export const fileKeptDays = 3
/** Days for which the rows of an import can be viewed. */
export const rowsKeptDays = 30

export const importsEnough = 'Other files of your school are being checked or imported. Try again when they are done.'

export const stopReasons = {
  empty: 'The file has no rows.',
  'rows-hidden': 'All rows below the headings are hidden. Show them in the spreadsheet, and upload the file again.',
  'too-many-rows': 'The file has more than 50,000 rows. Split it into several files.',
  'too-many-columns': 'The file has more than 200 columns. Keep those that are needed.',
  'too-many-sheets': 'The workbook has more than 200 sheets. Save the sheet you need as a separate file.',
  'too-large-inside':
    'The Excel file is too large once it is unpacked. Save it as CSV, or split it into several files.',
  unreadable: 'This file could not be read.',
  'has-password': 'The file has a password. Remove it under File → Info → Protect Workbook, and upload the file again.',
  'old-excel': 'This Excel file (.xls) is damaged or too old to be read. Save it as .xlsx or CSV.',
  'binary-excel':
    'This is a binary Excel workbook (.xlsb), which cannot be read. Open it in Excel, and save it as “Excel Workbook (.xlsx)”. Then upload the new file.',
  'not-a-spreadsheet': 'This is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file, or it is damaged.',
  'file-gone': 'The uploaded file has been removed. Upload it again.',
  rejected: 'A row that was valid when it was checked is no longer valid, so nothing was imported.',
  collision:
    'The same records were changed while the import was running, so nothing was imported. Check the file again.',
  'gave-up': 'The import did not finish, so nothing was imported. Check the file again.',
  'rows-gone': 'This import was never run, and its rows have been deleted. Upload the file again.',
} as const
export type StopReason = keyof typeof stopReasons

/** Reasons after which a second check of the same file may succeed. */
export const recheckedReasons: readonly StopReason[] = ['rejected', 'collision', 'gave-up']
