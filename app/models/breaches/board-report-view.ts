/** A case as the Data Protection Board is told of it: groups of facts with their names, in English. */
export interface BoardReportView {
  school: { name: string; contact: string }
  title: string
  /** `YYYY-MM-DD` */
  printedOn: string
  groups: ReadonlyArray<{ title: string; rows: ReadonlyArray<readonly [label: string, value: string]> }>
}
