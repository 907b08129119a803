import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { quizForm } from '~/models/learning/quizzes/quiz-fields'
import { deleteQuestion } from '~/models/learning/quizzes/save-question.server'
import { questionsFixed } from './__office-words'
import { questionToEdit } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Delete question')

const page = deleting({
  may: 'quizzes:edit',
  form: quizForm,
  find: questionToEdit,
  called: ({ questions, question }) => `question ${questions.indexOf(question) + 1}`,
  obstacle: ({ quiz, questions }) =>
    quiz.attempts > 0 ? 'begun' : quiz.published && questions.length === 1 ? 'last' : null,
  remove: (scope, { id, questionId }) => deleteQuestion(scope, { quiz: id, question: questionId }),
  consequence: ({ question }) => `“${question.text}” will be deleted permanently, with its options.`,
  refusals: { begun: questionsFixed, last: 'A published quiz must keep at least one question: withdraw it first.' },
  backHref: ({ id }) => schoolPaths.quiz(id),
  removed: ({ id }) => schoolPaths.quiz(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
