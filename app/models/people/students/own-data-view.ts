/** Everything stored about a student, formatted for display. */
export interface OwnDataPage {
  language: string
  title: string
  /** Line with the time at which the page was made, and the student's name. */
  made: string
  none: string
  groups: ReadonlyArray<{ title: string; columns: readonly string[]; rows: ReadonlyArray<readonly string[]> }>
}
