import type { ColumnSpec } from '../columns'
import type { Decisions } from '../decide/port'
import type { Read } from '../values/cells'

/** Part of the form schemas that is used here: validating a single field. */
interface FieldSchema {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: Array<{ message: string }> } }
}

/** How a cell is read: the decisions for its column, and whether the spreadsheet stores it as a date. */
export interface CellReading extends Decisions {
  isDateCell: boolean
}

/** Person whose full name may be in a single column of a file, perhaps without the last name. */
export type NamedOwner = 'student' | 'teacher'

/** Person whose name a column has; `part`: only the last or middle name of a student or teacher. */
export type NameOwner = NamedOwner | 'parent' | 'part'

/** Kind of decision that the import makes once for a whole column, with its settings. */
export type Decides =
  /** `spanYears`: usual distance of the column's days from today, in years; 30 by default. */
  | { kind: 'day'; years: 'past' | 'nearest'; isPast: boolean; mayBeBare: boolean; spanYears?: number }
  /** `ofFees`: one decision for all fee columns of a wide sheet (packed by `packCells`) and the column of totals. */
  | { kind: 'amount'; arePayments: boolean; ofFees?: true }
  | { kind: 'class' }
  | { kind: 'name'; of: NameOwner }
  | { kind: 'single'; of: NamedOwner }
  | { kind: 'choice' }

export interface FieldRule {
  spec: ColumnSpec
  /** Reads a text and undoes the changes that spreadsheets make to it. */
  read?: (text: string, today: string, how: CellReading) => Read
  decides?: Decides
  /** Free text, which may look like a date or a long number. */
  isFreeText?: true
  /** The form's own rule, so that file and form give the same errors. */
  schema?: FieldSchema
}
