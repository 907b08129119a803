import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { paperForm } from '~/models/learning/exams/exam-fields'
import { obstacleOfMarks, publishedObstacle } from '~/models/learning/exams/paper-rules'
import { deletePaper, findPaperToDelete } from '~/models/learning/exams/papers.server'

export const handle = pageTitle(() => 'Delete paper')

const page = deleting({
  may: 'exams:edit',
  form: paperForm,
  find: findPaperToDelete,
  called: ({ subjectName, exam }) => `${subjectName} in ${exam.name}`,
  obstacle: ({ subjectName, exam, marks }) =>
    exam.published ? 'published' : { words: obstacleOfMarks(subjectName, marks) },
  remove: deletePaper,
  consequence: 'No marks have been entered in this paper. It will be deleted permanently.',
  refusals: { published: publishedObstacle, 'has-marks': 'Marks have been entered in it since.' },
  backHref: ({ id }) => schoolPaths.exam(id),
  removed: ({ id }) => schoolPaths.exam(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
