import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { foundOr404, readForm } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { moveQuestion } from '~/models/learning/quizzes/save-question.server'
import { questionsFixed } from './__office-words'
import { requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Order of the questions')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const questions = await questionsOfQuiz(scope, quiz.id)
  return {
    id: quiz.publicId,
    title: quiz.title,
    isFixed: quiz.attempts > 0,
    questions: questions.map(({ publicId, text }) => ({ publicId, text })),
  }
}

/** Moves a question; the pressed button sends the direction and the question's public id, as `up 2bcdfghjkmnp`. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const [by, question = ''] = String((await readForm(request)).get('move')).split(' ')
  if (by !== 'up' && by !== 'down') throw new Response(null, { status: 400 })
  const outcome = await moveQuestion(scope, { quiz: quiz.publicId, question, by })
  if (outcome.ok) return redirect(schoolPaths.questionOrder(quiz.publicId), 303)
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: questionsFixed }, { status: 422 })
}

export default function QuestionOrderPage() {
  const { id, title, isFixed, questions } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const obstacle = isFixed ? questionsFixed : refused?.obstacle
  return (
    <>
      <PageHead title="Order of the questions" context={<a href={schoolPaths.quiz(id)}>{title}</a>} />
      <Form method="post" className="card stack">
        {obstacle ? <Alert tone="bad" text={obstacle} /> : null}
        <ol className="stack">
          {questions.map(({ publicId, text }, index) => (
            <li key={publicId}>
              <p className="typed">{text}</p>
              {obstacle ? null : (
                <p className="actions">
                  {index > 0 ? (
                    <button type="submit" className="btn btn-secondary" name="move" value={`up ${publicId}`}>
                      Up<span className="sr">{` question ${index + 1}`}</span>
                    </button>
                  ) : null}
                  {index < questions.length - 1 ? (
                    <button type="submit" className="btn btn-secondary" name="move" value={`down ${publicId}`}>
                      Down<span className="sr">{` question ${index + 1}`}</span>
                    </button>
                  ) : null}
                </p>
              )}
            </li>
          ))}
        </ol>
        <p>
          <ButtonLink href={schoolPaths.quiz(id)} variant="secondary" label="Back to the quiz" />
        </p>
      </Form>
    </>
  )
}
