import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { withdrawQuiz } from '~/models/learning/quizzes/quizzes.server'
import { quizToEdit } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Withdraw quiz')

const refusals = {
  'not-published': 'It is not published.',
  begun: 'A student has started the quiz, so it cannot be withdrawn. You can still change its end time.',
}

const page = deciding({
  may: 'quizzes:edit',
  find: quizToEdit,
  more: ({ title }) => title,
  obstacle: ({ quiz: { attempts, published } }) =>
    attempts > 0
      ? `${counted(attempts, 'student has', 'students have')} started the quiz, so it cannot be withdrawn. You can still change its end time.`
      : published
        ? null
        : refusals['not-published'],
  decide: withdrawQuiz,
  refusals,
  decided: schoolPaths.quiz,
  message: 'Students no longer see the quiz.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Withdraw ${more}?`,
  obstacleTitle: ({ more }) => `${more} cannot be withdrawn`,
  submit: 'Withdraw quiz',
  backHref: ({ at }) => schoolPaths.quiz(at),
  explanation: <p>It becomes a draft again: students cannot see it until it is published again.</p>,
})
