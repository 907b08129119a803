import type { SchoolScope } from '~/models/shared/scope.server'
import type { ColumnSpec } from '../columns'
import type { RowOutcome } from '../options'

/** What is wrong with a row, at which column (its label) or with the row as a whole. */
export interface Problem {
  column: string | null
  message: string
  /** The text at fault, as the file has it. */
  value?: string
}

/** Texts of a row by the key of their column, as the program keeps them; what is blank in the file is absent. */
export type RowValues = Partial<Record<string, string>>

export interface ReadRow {
  /** As the spreadsheet numbers it. */
  line: number
  values: RowValues
}

export interface Verdict {
  outcome: RowOutcome
  /** Why it is rejected; of a row that is taken, what of it is not. */
  problems: Problem[]
  /** Labels of what will be another than before. */
  changes: string[]
}

export function rejectedFor(problems: Problem[]): Verdict {
  return { outcome: 'rejected', problems, changes: [] }
}

/** What the list calls somebody: the name, with the number. */
export function labelOfPerson(values: RowValues, number: 'employee_number' | 'enrollment_number'): string {
  return [[values.first_name, values.last_name].filter(Boolean).join(' '), values[number]].filter(Boolean).join(', ')
}

export type Stale = { ok: false; reason: 'stale' }

export interface ImportSettings {
  /** The session that students are enrolled in and dues belong to where the file does not say. */
  sessionId: number | null
  /** Whether classes and sections that are missing are made. */
  makesPlaces: boolean
  sectionCapacity: number
  /** `YYYY-MM-DD`, the day in India. */
  today: string
}

/** What an import would do and, once it is let, does. */
export interface ImportPlan {
  /** One for each row, in their order. */
  verdicts: Verdict[]
  /** What happens beside the rows, in sentences. */
  notes: string[]
  /**
   * Writes every row that is not rejected. `progress` is told how many rows are behind it. Refuses `stale` when what the rows were planned
   * against has changed meanwhile: they are planned anew.
   */
  write: (scope: SchoolScope, progress: (rows: number) => Promise<void>) => Promise<Stale | null>
}

/** A kind of import: it knows its columns, reads a row by itself, and plans all rows together against what the school has. */
export interface KindOfImport {
  columns: readonly ColumnSpec[]
  /** What the list calls a row: a name with its number. */
  labelOf: (values: RowValues) => string
  /** Pure: reads the rows of one file, each by itself. `problems` empty: it may be planned. */
  reader: (today: string) => (texts: RowValues) => { values: RowValues; problems: Problem[] }
  /** With `lock` the plan is made to be carried out in the transaction around it: what it will change is held. */
  plan: (
    scope: SchoolScope,
    rows: readonly ReadRow[],
    settings: ImportSettings,
    options?: { lock: boolean },
  ) => Promise<ImportPlan>
}
