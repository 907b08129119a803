import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/core/shared/counted'
import { quizForm } from '~/models/learning/quizzes/quiz-fields'
import { deleteQuiz } from '~/models/learning/quizzes/quizzes.server'
import { quizToEdit } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Delete quiz')

const page = deleting({
  may: 'quizzes:edit',
  form: quizForm,
  find: quizToEdit,
  obstacle: ({ quiz: { attempts } }) =>
    attempts === 0
      ? null
      : { words: `${counted(attempts, 'student has', 'students have')} started it: it cannot be deleted.` },
  remove: deleteQuiz,
  consequence: 'No student has started it. It will be deleted permanently, with its questions.',
  refusals: { begun: 'A student has now started it: it cannot be deleted.' },
  backHref: schoolPaths.quiz,
  removed: () => schoolPaths.quizzes,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
