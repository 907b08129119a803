import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { isComplete } from '~/models/learning/quizzes/question-draft'
import { questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { publishQuiz } from '~/models/learning/quizzes/quizzes.server'
import { quizToEdit } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Publish quiz')

const refusals = {
  published: 'It is published already.',
  'no-questions': 'It has no questions yet.',
  'no-correct-option': 'A question has no right option yet.',
  'window-over': 'It has already ended: set a later end first.',
}

const page = deciding({
  may: 'quizzes:edit',
  find: quizToEdit,
  more: async ({ quiz, title, className, sectionNames }, { scope }) => {
    const questions = await questionsOfQuiz(scope, quiz.id)
    const marks = questions.reduce((sum, question) => sum + question.marks, 0)
    const sum = [counted(questions.length, 'question'), counted(marks, 'mark'), counted(quiz.durationMinutes, 'minute')]
    return {
      title,
      context: `${className}, ${sectionNames}`,
      sum: sum.join(', '),
      from: formatInstant(quiz.availableFrom, 'en'),
      until: formatInstant(quiz.availableUntil, 'en'),
      isEmpty: questions.length === 0,
      lacking: questions.flatMap((question, index) => (isComplete(question) ? [] : index + 1)),
    }
  },
  obstacle: ({ quiz }, { isEmpty, lacking }) => {
    if (quiz.published) return refusals.published
    if (isEmpty) return refusals['no-questions']
    if (lacking.length > 0) return `These questions have no right option yet: ${lacking.join(', ')}.`
    return quiz.isOver ? refusals['window-over'] : null
  },
  decide: publishQuiz,
  refusals,
  decided: schoolPaths.quiz,
  message: 'Students see the quiz now.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Publish ${more.title}?`,
  context: ({ more }) => more.context,
  obstacleTitle: ({ more }) => `${more.title} cannot be published`,
  submit: 'Publish quiz',
  backHref: ({ at }) => schoolPaths.quiz(at),
  explanation: ({ more: { sum, from, until } }) => (
    <>
      <p>{`${sum}. Students can start it from ${from} until ${until}.`}</p>
      <p>Once a student has started, the questions can no longer be changed.</p>
    </>
  ),
})
