import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { markText } from '~/models/learning/exams/marks/mark-rules'
import { marksFileColumns } from '~/models/learning/exams/marks/marks-file-rules'
import { gridRows } from '~/models/learning/exams/marks/marks-grid.server'
import { requireChosenGrid } from './__exam-guard.server'

/** Sends the grid with the existing marks, to be filled in and uploaded again. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam, paper, section } = await requireChosenGrid(context, request, params.id)
  const rows = await gridRows(scope, { sessionId: exam.sessionId, sectionId: section.id, paperId: paper.id })
  return csvResponse('marks.csv', [
    marksFileColumns,
    ...rows.map(({ rollNumber, enrollmentNumber, name, presence, marks }) => [
      rollNumber,
      enrollmentNumber,
      name,
      presence === 'present' && marks !== null ? marks : markText(presence === null ? null : { presence, marks }),
    ]),
  ])
}
