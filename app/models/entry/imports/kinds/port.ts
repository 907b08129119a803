import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Cell } from '~/services/spreadsheets/port'
import type { ColumnSpec } from '../columns'
import type { ColumnDecisions } from '../decide/port'
import type { RowOutcome } from '../options'
import type { PlannedRows } from '../preview'
import type { FieldRule } from './field-rule'

/** Problem of a row: `column` is the label of the column concerned, or null for the row as a whole. */
export interface Problem {
  column: string | null
  message: string
  /** Text of the file that caused the problem. */
  value?: string
}

/** Texts of a row by the key of their column, in the stored form; blank cells are absent. */
export type RowValues = Partial<Record<string, string>>

/** Cells of a row by the key of their column, as the file has them. */
export type RowCells = Partial<Record<string, Cell>>

export interface ReadRow {
  /** Line number in the spreadsheet. */
  line: number
  values: RowValues
}

export interface Verdict {
  outcome: RowOutcome
  /** Reasons for a rejection; for an accepted row, the values that are not applied. */
  problems: Problem[]
  /** Labels of the columns that change. */
  changes: string[]
  /** Name in the register, if the file gives this student the name of another person. */
  otherName?: string
}

export function rejectedFor(problems: Problem[]): Verdict {
  return { outcome: 'rejected', problems, changes: [] }
}

export function labelOfPerson(values: RowValues, number: 'employee_number' | 'enrollment_number'): string {
  return [[values.first_name, values.last_name].filter(Boolean).join(' '), values[number]].filter(Boolean).join(', ')
}

export type Stale = { ok: false; reason: 'stale' }

/** Rows that an import may change, by id; they are read before and after the import, so that it can be undone. */
export interface Touches {
  /** Existing students. */
  students?: readonly number[]
  /** Students among them whose dues may change: they move to another class, or their RTE status changes. */
  moved?: readonly number[]
  teachers?: readonly number[]
  /** Months of attendance that are recorded as sums. */
  months?: readonly number[]
  /** Marks of one paper. */
  marks?: readonly number[]
  /** Opening dues. */
  dues?: readonly number[]
  /** Dues that the imported payments pay. */
  paidDues?: readonly number[]
  /** Whether classes, sections and seats may change. */
  places?: boolean
}

/** Ids of the rows that an import made. */
export interface Made {
  ok: true
  students?: readonly number[]
  classes?: readonly number[]
  sections?: readonly number[]
  teachers?: readonly number[]
  guardians?: readonly number[]
  /** New links from guardians who existed before the import to children. */
  links?: readonly number[]
  /** Batch of the guardians and links. */
  batch?: number
  months?: readonly number[]
  marks?: readonly number[]
  /** Paper of the marks. */
  paper?: number
  dues?: readonly number[]
  openingDues?: readonly number[]
  payments?: readonly number[]
}

export interface ImportSettings {
  /** Session for enrollments and dues if the file names none. */
  sessionId: number | null
  /** Whether to create missing classes and sections. */
  createsClasses: boolean
  sectionCapacity: number
  /** Whether imported payments keep their old receipts and get no new ones from the portal. */
  keepsReceipts: boolean
  /** Heading of the column with the students' numbers, which may name their kind; empty without one. */
  numberHeading: string
  /** `YYYY-MM-DD`, the day in India. */
  today: string
}

/** Plan of an import, and the function that carries it out. */
export interface ImportPlan {
  /** One per row, in their order. */
  verdicts: Verdict[]
  /** Sentences about effects of the import as a whole. */
  notes: string[]
  /** Values that would be stored and their totals. Only a check asks for them, before anything is written. */
  preview: () => PlannedRows | Promise<PlannedRows>
  touches: Touches
  /**
   * Writes every row that is not rejected. `progress` receives the number of rows done. Refuses `stale` when the data
   * behind the plan has changed: then the rows are planned again.
   */
  write: (scope: SchoolScope, progress: (rows: number) => Promise<void>) => Promise<Stale | Made>
}

/**
 * A kind of import: it knows its columns, reads each row separately, and plans all rows together against the school's
 * data.
 */
export interface KindOfImport {
  columns: readonly ColumnSpec[]
  /** Rules of the columns, including the decision that each one needs for the column as a whole. */
  rules: readonly FieldRule[]
  /**
   * Returns true when the columns of a file identify its rows; otherwise a user must choose them. Without this
   * function, the file must have every column that every row needs.
   */
  identifies?: (has: (key: string) => boolean) => boolean
  /** Values for all rows that the headings imply, for columns that the file lacks. */
  impliedBy?: (headings: readonly string[]) => RowValues
  labelOf: (values: RowValues) => string
  /** Labels of the values that the preview always shows; others are shown only if they differ from the file's text. */
  previewColumns: readonly string[]
  /** Pure: returns a function that reads one row of a file. A row with empty `problems` may be planned. */
  reader: (
    today: string,
    decisions?: ColumnDecisions,
  ) => (cells: RowCells) => { values: RowValues; problems: Problem[] }
  /** With `lock`, locks what the plan will change, so that the caller can carry it out in the same transaction. */
  plan: (
    scope: SchoolScope,
    rows: readonly ReadRow[],
    settings: ImportSettings,
    options?: { lock: boolean },
  ) => Promise<ImportPlan>
}
