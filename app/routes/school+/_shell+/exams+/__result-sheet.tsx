import { type Column, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { ExamOutcome, PaperOutcome } from '~/models/exams/result-rules'
import { outcomeName, paperCell } from './__office-words'

export type SheetPaper = { publicId: string; subjectName: string; maxMarks: number; passMarks: number | null }

export type SheetRow = {
  /** Public id. */
  student: string
  rollNumber: number | null
  name: string
  sectionName: string
  /** In the order of the papers. */
  papers: ReadonlyArray<{ marks: number | null; outcome: PaperOutcome }>
  marks: number
  maxMarks: number
  percent: number | null
  grade: string | null
  rankInSection: number | null
  rankInClass: number | null
  outcome: ExamOutcome
}

type ResultSheetProps = {
  papers: readonly SheetPaper[]
  rows: readonly SheetRow[]
  /** One section is shown: its rank stands beside that of the class. */
  inSection: boolean
}

/** StudentLines down, papers across; `*` beside marks that are below the pass marks. */
export function ResultSheet({ papers, rows, inSection }: ResultSheetProps) {
  const columns: Column<SheetRow>[] = [
    { label: 'Roll', align: 'end', cell: (row) => row.rollNumber ?? '–' },
    {
      label: 'Student',
      role: 'title',
      cell: (row) => <a href={schoolPaths.student(row.student)}>{row.name}</a>,
    },
    ...(inSection ? [] : [{ label: 'Section', cell: (row: SheetRow) => row.sectionName } satisfies Column<SheetRow>]),
    ...papers.map(
      (paper, index): Column<SheetRow> => ({
        label: `${paper.subjectName} (${paper.maxMarks})`,
        align: 'end',
        cell: (row) => paperCell(row.papers[index]),
      }),
    ),
    { label: 'Total', align: 'end', cell: (row) => `${row.marks} / ${row.maxMarks}` },
    { label: '%', align: 'end', cell: (row) => row.percent?.toFixed(1) ?? '–' },
    { label: 'Grade', cell: (row) => row.grade ?? '–' },
    ...(inSection
      ? [
          {
            label: 'Rank in section',
            align: 'end',
            cell: (row: SheetRow) => row.rankInSection ?? '–',
          } satisfies Column<SheetRow>,
        ]
      : []),
    { label: inSection ? 'Rank in class' : 'Rank', align: 'end', cell: (row) => row.rankInClass ?? '–' },
    { label: 'Result', cell: (row) => outcomeName(row.outcome) },
  ]
  return (
    <div className="sheet">
      <DataTable caption="Results" rows={rows} rowKey={(row) => row.student} columns={columns} />
      <p className="small soft">
        * below the pass marks. AB absent, counts as 0. EX exempt and – without marks do not count. Equal marks share a
        rank.
      </p>
    </div>
  )
}
