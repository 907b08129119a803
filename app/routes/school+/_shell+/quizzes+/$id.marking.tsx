import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, PageHead, Pager } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { listAnswers, shortQuestions } from '~/models/quizzes/answers-to-mark.server'
import { marksText } from '~/models/quizzes/marking-form-rules'
import { saveMarking } from '~/models/quizzes/save-marking.server'
import { pageOf } from '~/models/shared/paging'
import { MarkingForm } from './__marking-form'
import { type MarkingAnswer, markingAnswerOf, readMarkingForm } from './__marking-form.server'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle<{ title: string } | undefined>(
  (data) => (data ? `Short answers: ${data.title}` : 'Short answers'),
  { hasForm: true },
)

/** The question that an address asks for; without one the first of which answers wait. */
async function requireMarking(context: object, request: Request, publicId: string | undefined) {
  const visit = await requireQuiz(context, request, publicId, 'quizzes:edit')
  const query = new URL(request.url).searchParams
  const asked = idOr404(query, 'question')
  const questions = await shortQuestions(visit.scope, visit.quiz.id, visit.ownIds)
  const usual = questions.find((one) => one.waiting > 0) ?? questions[0] ?? null
  const question = asked ? foundOr404(questions.find((one) => one.publicId === asked)) : usual
  return { ...visit, questions, question, all: query.get('show') === 'all', page: pageOf(query) }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz, ownIds, mayWrite, questions, question, all, page } = await requireMarking(
    context,
    request,
    params.id,
  )
  const list = question && (await listAnswers(scope, question.id, { page, all, ownSectionIds: ownIds }))
  return {
    id: quiz.publicId,
    title: quiz.title,
    place: `${quiz.className}, ${quiz.sessionName}`,
    show: all ? 'all' : '',
    mayAccept: mayWrite,
    question: question && { publicId: question.publicId, text: question.text, marks: question.marks },
    questions: questions.map((one) => ({
      value: one.publicId,
      label: `${one.position}. ${one.text.slice(0, 60)} (${one.waiting} to mark)`,
    })),
    page: list?.page ?? 1,
    pages: list?.pages ?? 1,
    rows: (list?.rows ?? []).map(({ awarded, ...row }) => ({ ...row, saved: marksText(awarded) })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, ownIds, mayWrite, question, all } = await requireMarking(context, request, params.id)
  const rows = readMarkingForm(await readForm(request))
  const at = { quiz: quiz.publicId, question: foundOr404(question).publicId }
  const outcome = await saveMarking(scope, { ...at, rows, ownSectionIds: ownIds, mayAccept: mayWrite })
  if (!outcome.ok) return foundOr404(null)
  const answer = markingAnswerOf(outcome.value)
  if (answer) return data<MarkingAnswer>(answer, { status: 422 })
  const { saved } = outcome.value
  return redirectWithToast(marksHref(at.quiz, at.question, all ? 'all' : ''), {
    type: 'success',
    title: 'Updated!',
    message: saved === 0 ? 'Nothing was changed.' : `${counted(saved, 'answer')} marked.`,
  })
}

function marksHref(quizId: string, question: string, show: string, page = 1): string {
  const more = `${show ? `&show=${show}` : ''}${page > 1 ? `&page=${page}` : ''}`
  return `${schoolPaths.quizMarking(quizId)}?question=${question}${more}`
}

/** After a refusal too: what was saved waits no more. */
export const shouldRevalidate = () => true

export default function MarkingPage() {
  const { id, title, place, show, mayAccept, question, questions, page, pages, rows } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const at = question?.publicId ?? ''
  return (
    <>
      <PageHead
        title="Short answers"
        context={
          <>
            <a href={schoolPaths.quiz(id)}>{title}</a>, {place}
          </>
        }
      />
      {question === null ? (
        <Alert tone="info">
          <p>The quiz has no question with a short answer.</p>
        </Alert>
      ) : (
        <div className="stack">
          <form key={`${at} ${show}`} className="filters" method="get" action={schoolPaths.quizMarking(id)}>
            <SelectField name="question" label="Question" placeholder={null} defaultValue={at} options={questions} />
            <SelectField
              name="show"
              label="Show"
              placeholder="Answers to be marked"
              defaultValue={show}
              options={[{ value: 'all', label: 'All answers' }]}
            />
            <button type="submit" className="btn">
              Show
            </button>
          </form>
          <p className="typed">{question.text}</p>
          {rows.length === 0 ? (
            <Alert tone="info">
              <p>{show === 'all' ? 'Nobody has answered it yet.' : 'No answers are left for you to mark here.'}</p>
            </Alert>
          ) : (
            <MarkingForm
              key={`${at} ${show} ${page}`}
              action={marksHref(id, at, show)}
              marks={question.marks}
              rows={rows}
              mayAccept={mayAccept}
              answer={answer}
              backHref={schoolPaths.quiz(id)}
            />
          )}
          <Pager page={page} pages={pages} hrefFor={(wanted) => marksHref(id, at, show, wanted)} />
        </div>
      )}
    </>
  )
}
