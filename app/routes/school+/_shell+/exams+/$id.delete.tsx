import { pageTitle, schoolPaths } from '~/http/school-paths'
import { examForm } from '~/models/exams/exam-fields'
import { findExamToDelete } from '~/models/exams/exam-queries.server'
import { deleteExam } from '~/models/exams/exams.server'
import { obstacleOfMarks } from '~/models/exams/paper-rules'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete exam')

const page = deleting({
  may: 'exams:edit',
  form: examForm,
  find: findExamToDelete,
  called: ({ name, className }) => `${name} of ${className}`,
  obstacle: ({ name, marks }) => ({ words: obstacleOfMarks(name, marks) }),
  remove: deleteExam,
  refusals: { 'has-marks': 'Marks have been entered in it since.' },
  removed: () => schoolPaths.exams,
})
export const loader = page.loader
export const action = page.action

export default function DeleteExamPage() {
  return (
    <DeletePage<typeof loader>
      consequence="No marks have been entered in it. It will be deleted permanently, with its papers."
      backHref={schoolPaths.exam}
    />
  )
}
