import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, ButtonLink, FilterBar, PageHead, Pager } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { pageOf } from '~/models/core/shared/paging'
import { listAnswers, shortQuestions } from '~/models/learning/quizzes/mark/answers-to-mark.server'
import { marksText } from '~/models/learning/quizzes/mark/marking-form-rules'
import { type CheckedMarks, saveMarking } from '~/models/learning/quizzes/mark/save-marking.server'
import { MarksCell, MarksGrid } from '~/routes/school+/_shell+/__marks-grid'
import { postedMarks } from '~/routes/school+/_shell+/__marks-grid.server'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle<{ title: string } | undefined>(
  (data) => (data ? `Short answers: ${data.title}` : 'Short answers'),
  { hasForm: true },
)

/** Question of the URL; by default the first with unmarked answers. */
async function requireMarking(context: object, request: Request, publicId: string | undefined) {
  const visit = await requireQuiz(context, request, publicId, 'quizzes:edit')
  const query = new URL(request.url).searchParams
  const requestedQuestionId = idOr404(query, 'question')
  const questions = await shortQuestions(visit.scope, visit.quiz.id, visit.ownIds)
  const usual = questions.find((one) => one.waiting > 0) ?? questions[0] ?? null
  const question = requestedQuestionId
    ? foundOr404(questions.find((one) => one.publicId === requestedQuestionId))
    : usual
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
    rows: (list?.rows ?? []).map(({ awarded, studentName: name, ...row }) => ({
      ...row,
      name,
      saved: marksText(awarded),
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, ownIds, mayWrite, question, all } = await requireMarking(context, request, params.id)
  const rows = postedMarks(await readForm(request)).map(({ id: attempt, text, seen, typed }) => {
    return { attempt, text, seen, acceptForAll: typed('accept') === 'on' }
  })
  const at = { quiz: quiz.publicId, question: foundOr404(question).publicId }
  const outcome = await saveMarking(scope, { ...at, rows, ownSectionIds: ownIds, mayAccept: mayWrite })
  if (!outcome.ok) return foundOr404(null)
  const { saved } = outcome.value
  if (outcome.value.rows.some((row) => row.problem !== null)) {
    return data({ status: 'error' as const, saved, rows: rowsShown(outcome.value.rows) }, { status: 422 })
  }
  return redirectWithToast(marksHref(at.quiz, at.question, all ? 'all' : ''), {
    type: 'success',
    title: 'Updated!',
    message: saved === 0 ? 'Nothing was changed.' : `${counted(saved, 'answer')} marked.`,
  })
}

/**
 * Stored values of every row, and invalid input as typed. Once the user has seen another user's marks, saving again may
 * overwrite them.
 */
function rowsShown(rows: readonly CheckedMarks[]) {
  const rowEntries = rows.map(({ attempt, text, acceptForAll, problem, now }) => [
    attempt,
    problem === null
      ? { text: now, seen: now, acceptForAll: false, problem }
      : { text, seen: now, acceptForAll, problem },
  ])
  return Object.fromEntries(rowEntries) as Record<
    string,
    { text: string; seen: string; acceptForAll: boolean; problem: string | null }
  >
}

function marksHref(quizId: string, question: string, show: string, page = 1): string {
  const more = `${show ? `&show=${show}` : ''}${page > 1 ? `&page=${page}` : ''}`
  return `${schoolPaths.quizMarking(quizId)}?question=${question}${more}`
}

/** Reloads after a refusal, since saved answers no longer await marking. */
export const shouldRevalidate = () => true

export default function MarkingPage() {
  const { id, title, place, show, mayAccept, question, questions, page, pages, rows } = useLoaderData<typeof loader>()
  const answer: { saved: number; rows: ReturnType<typeof rowsShown> } | undefined = useActionData<typeof action>()
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
        <Alert tone="info" text="The quiz has no question with a short answer." />
      ) : (
        <div className="stack">
          <FilterBar key={`${at} ${show}`} action={schoolPaths.quizMarking(id)} submitLabel="Show">
            <SelectField name="question" label="Question" placeholder={null} defaultValue={at} options={questions} />
            <SelectField
              name="show"
              label="Show"
              placeholder="Answers to be marked"
              defaultValue={show}
              options={[{ value: 'all', label: 'All answers' }]}
            />
          </FilterBar>
          <p className="typed">{question.text}</p>
          {rows.length === 0 ? (
            <Alert tone="info">
              <p>{show === 'all' ? 'No student has answered it yet.' : 'No answers are left for you to mark here.'}</p>
            </Alert>
          ) : (
            // A row without marks is an answer that is not marked yet.
            <MarksGrid
              key={`${at} ${show} ${page}`}
              action={marksHref(id, at, show)}
              caption="Answers"
              failure={
                answer && answer.saved > 0
                  ? `${counted(answer.saved, 'answer')} marked, these are not`
                  : 'Update Failed'
              }
              hint={`From 0 to ${question.marks} in steps of 0.5. Answers that you leave empty stay unmarked.`}
              head={[['Student'], ['Answer'], ['Marks'], ...(mayAccept ? [['For everybody'] as const] : [])]}
              rows={rows}
              answer={answer}
              back={<ButtonLink href={schoolPaths.quiz(id)} variant="secondary" label="Back to the quiz" />}
              cells={(row, typedRow) => (
                <>
                  <th scope="row">
                    {row.name}
                    <span className="soft small">{` ${row.sectionName}${row.rollNumber === null ? '' : `, ${row.rollNumber}`}`}</span>
                  </th>
                  <td data-label="Answer">
                    <span className="typed">{row.text}</span>
                    {row.markedBy ? <span className="soft small">{` (marked by ${row.markedBy})`}</span> : null}
                  </td>
                  <MarksCell row={row} typed={typedRow} text={typedRow?.text ?? row.saved} />
                  {mayAccept ? (
                    <td data-label="For everybody">
                      <label className="choice">
                        <input
                          type="checkbox"
                          name={`accept-${row.publicId}`}
                          defaultChecked={typedRow?.acceptForAll}
                        />
                        <span>
                          Accept this text for everybody<span className="sr">{`: ${row.text}`}</span>
                        </span>
                      </label>
                    </td>
                  ) : null}
                </>
              )}
            />
          )}
          <Pager page={page} pages={pages} hrefFor={(pageNumber) => marksHref(id, at, show, pageNumber)} />
        </div>
      )}
    </>
  )
}
