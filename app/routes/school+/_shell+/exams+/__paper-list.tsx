import { type Column, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/shared/calendar'

export type PaperLine = {
  publicId: string
  subjectName: string
  /** YYYY-MM-DD */
  heldOn: string
  /** '' where none is set. */
  time: string
  roomNo: string | null
  maxMarks: number
  passMarks: number | null
  /** The reader's own, with students in them. */
  sections: ReadonlyArray<{ publicId: string; name: string; students: number; entered: number }>
}

type PaperListProps = { examId: string; papers: readonly PaperLine[]; mayEdit: boolean }

/** The papers of an exam, and how far the marks of each section are entered: the way into the grid. */
export function PaperList({ examId, papers, mayEdit }: PaperListProps) {
  const columns: Column<PaperLine>[] = [
    {
      label: 'Subject',
      role: 'title',
      cell: (row) =>
        mayEdit ? <a href={schoolPaths.editPaper(examId, row.publicId)}>{row.subjectName}</a> : row.subjectName,
    },
    { label: 'Date', align: 'nowrap', cell: (row) => formatDay(row.heldOn, 'en') },
    { label: 'Time', align: 'nowrap', cell: (row) => row.time || '–' },
    { label: 'Room', cell: (row) => row.roomNo ?? '–' },
    { label: 'Maximum', align: 'end', cell: (row) => row.maxMarks },
    { label: 'Pass', align: 'end', cell: (row) => row.passMarks ?? '–' },
    {
      label: 'Marks entered',
      cell: (row) =>
        row.sections.length === 0
          ? '–'
          : row.sections.map((section) => (
              <span key={section.publicId}>
                <a
                  className="alone"
                  href={schoolPaths.marks(examId, { paper: row.publicId, section: section.publicId })}
                  aria-label={`Marks of ${row.subjectName}, section ${section.name}: ${section.entered} of ${section.students}`}
                >
                  {`${section.name}: ${section.entered} of ${section.students}`}
                </a>{' '}
              </span>
            )),
    },
  ]
  return <DataTable caption="Papers" rows={papers} rowKey={(row) => row.publicId} columns={columns} />
}
