/** Everything kept about one student, as its reader is to see it: words and values, nothing to be worked out. */
export interface OwnDataPage {
  language: string
  title: string
  /** When it was made, and of whom. */
  made: string
  none: string
  groups: ReadonlyArray<{ title: string; columns: readonly string[]; rows: ReadonlyArray<readonly string[]> }>
}
