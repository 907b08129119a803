/** Report of a case to the Data Protection Board: groups of labelled facts, in English. */
export interface BoardReportView {
  school: { name: string; contact: string }
  title: string
  /** `YYYY-MM-DD` */
  printedOn: string
  groups: ReadonlyArray<{ title: string; rows: ReadonlyArray<readonly [label: string, value: string]> }>
}
