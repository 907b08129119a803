import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { examForm } from '~/models/learning/exams/exam-fields'
import { findExamToDelete } from '~/models/learning/exams/exam-queries.server'
import { deleteExam } from '~/models/learning/exams/exams.server'
import { obstacleOfMarks } from '~/models/learning/exams/paper-rules'

export const handle = pageTitle(() => 'Delete exam')

const page = deleting({
  may: 'exams:edit',
  form: examForm,
  find: findExamToDelete,
  called: ({ name, className }) => `${name} of ${className}`,
  obstacle: ({ name, marks }) => ({ words: obstacleOfMarks(name, marks) }),
  remove: deleteExam,
  consequence: 'No marks have been entered in it. It will be deleted permanently, with its papers.',
  refusals: { 'has-marks': 'Marks have been entered in it since.' },
  backHref: schoolPaths.exam,
  removed: () => schoolPaths.exams,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
