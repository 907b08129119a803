import { Form } from '@remix-run/react'
import { Alert, ButtonLink, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import type { quizPage } from '~/http/quiz-page.server'
import { m } from '~/language/paraglide/messages'

type Intro = Omit<Awaited<ReturnType<typeof quizPage>>, 'taking'>

/** Description of a quiz, with the start button while its window is open. `refused`: it could not be started. */
export function QuizIntro({ quiz, refused = false }: { quiz: Intro; refused?: boolean }) {
  const when =
    quiz.state === 'upcoming'
      ? m.quizzes_too_early({ time: quiz.opens })
      : quiz.state === 'missed'
        ? m.quizzes_too_late({ time: quiz.closes })
        : null
  return (
    <>
      <PageHead title={quiz.title} context={quiz.subjectName ?? undefined} />
      {when === null ? null : (
        <Alert tone={refused ? 'bad' : 'info'} title={refused ? m.quizzes_start_failed() : undefined} text={when} />
      )}
      <div className="card">
        {quiz.description ? <p className="typed">{quiz.description}</p> : null}
        <DefinitionList
          items={[
            { label: m.quizzes_questions(), value: quiz.questionsCount },
            { label: m.quizzes_marks(), value: quiz.totalMarks },
            { label: m.quizzes_duration(), value: m.quizzes_minutes({ count: quiz.minutes }) },
            { label: m.quizzes_opens(), value: quiz.opens },
            { label: m.quizzes_closes(), value: quiz.closes },
          ]}
        />
        {when === null ? <p>{m.quizzes_start_text({ count: quiz.minutes })}</p> : null}
        <Form method="post" action={paths.student.startQuiz(quiz.id)} className="actions">
          {when === null ? (
            <SubmitButton variant="next" busyText={m.quizzes_starting()}>
              {m.quizzes_start()}
            </SubmitButton>
          ) : null}
          <ButtonLink href={paths.student.quizzes} variant="secondary" label={m.quizzes_back()} />
        </Form>
      </div>
    </>
  )
}
