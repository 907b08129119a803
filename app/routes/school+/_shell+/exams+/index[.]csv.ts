import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import type { ExamRow } from '~/models/exams/exam-queries.server'
import { examStatus } from '~/models/exams/rules'
import { examListOf } from './__exam-list.server'
import { publishedBadge, statusNames, typeNames } from './__office-words'

/** The filtered list of exams for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'exams:view')
  const { today, list } = examListOf(request, staff)
  return csvOfList<ExamRow>(
    'exams.csv',
    [
      { label: 'Exam', value: (row) => row.name },
      { label: 'Class', value: (row) => row.className },
      { label: 'Type', value: (row) => typeNames[row.type] },
      { label: 'Session', value: (row) => row.sessionName },
      { label: 'From', value: (row) => row.startsOn },
      { label: 'Until', value: (row) => row.endsOn },
      { label: 'Papers', value: (row) => row.papers },
      { label: 'Status', value: (row) => statusNames[examStatus(row, today)].label },
      { label: 'Results', value: (row) => publishedBadge(row.published).label },
    ],
    list,
  )
}
