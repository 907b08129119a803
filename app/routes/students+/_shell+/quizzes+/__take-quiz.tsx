import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ErrorSummary, FieldError, TextArea } from '~/components/forms'
import { PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import type { quizPage } from '~/http/quiz-page.server'
import { m } from '~/language/paraglide/messages'
import { shortAnswerLength } from '~/models/learning/quizzes/options'
import { type KeepState, keepAnswers, type Refused } from './__keep-answers'
import type { AnswerTrouble } from './__quiz-answers.server'
import { optionWords } from './__quiz-words'

type Taking = NonNullable<Awaited<ReturnType<typeof quizPage>>['taking']>
type Question = Taking['questions'][number]

type TakeQuizProps = {
  quiz: { id: string; title: string; taking: Taking }
  trouble?: AnswerTrouble
  troubleTitle?: string
}

/**
 * Questions of a running quiz in one form: "Save answers" stores the answers, "Submit" ends the quiz. With JavaScript,
 * answers are also saved as they are entered, and the quiz is submitted when the time is over.
 */
export function TakeQuiz({ quiz, trouble, troubleTitle }: TakeQuizProps) {
  const { taking } = quiz
  const signInAt = `${paths.student.login}?redirectTo=${encodeURIComponent(paths.student.quiz(quiz.id))}`
  const { form, state, left, refused } = useAnswerKeeper(quiz, signInAt)
  const refusedNumber = taking.questions.findIndex((question) => fieldName(question) === refused?.name) + 1
  const errors = useMemo(
    () => trouble?.errors.map(({ name, message }) => (name ? { id: name, message } : { message })) ?? [],
    [trouble],
  )
  const { formAction } = useNavigation()
  const submitTo = paths.student.submitQuiz(quiz.id)
  const isSubmitting = formAction === submitTo
  return (
    <>
      <PageHead title={quiz.title} />
      <div className="quiz-bar">
        <p>
          <strong>{m.quizzes_ends_at({ time: taking.endsAt })}</strong>
          {left === null ? null : (
            <span role="timer">{left > 0 ? m.quizzes_left({ time: clockOf(left) }) : m.quizzes_over()}</span>
          )}
          {state === 'saving' ? <span>{m.quizzes_saving()}</span> : null}
          {state === 'saved' ? <span>{m.quizzes_saved()}</span> : null}
        </p>
        <p role="status">
          {state === 'unsaved' ? m.quizzes_unsaved() : ''}
          {state === 'signed-out' ? (
            <>
              {m.quizzes_signed_out()} <a href={signInAt}>{m.accounts_login_button()}</a>
            </>
          ) : null}
          {refused ? ` ${m.quizzes_question({ number: refusedNumber })}: ${refused.message}` : ''}
        </p>
        <p role="status" className="sr">
          {left === null ? '' : announced(left)}
        </p>
      </div>
      <ErrorSummary errors={errors} title={troubleTitle} />
      <Form method="post" action={paths.student.saveAnswers(quiz.id)} ref={form} noValidate>
        <input type="hidden" name="by" defaultValue="" />
        {trouble?.question ? <input type="hidden" name="sure" value="yes" /> : null}
        {taking.questions.map((question, index) => (
          <QuestionCard
            key={question.publicId}
            number={index + 1}
            question={question}
            typed={trouble?.typed}
            errors={trouble?.errors.filter(({ name }) => name === fieldName(question)).map(({ message }) => message)}
          />
        ))}
        <div className="actions">
          <button type="submit" className="btn btn-secondary">
            {m.quizzes_save()}
          </button>
          <button
            type="submit"
            className="btn btn-next"
            formAction={submitTo}
            disabled={isSubmitting}
            data-other={isSubmitting ? m.quizzes_submit() : m.quizzes_submitting()}
          >
            {isSubmitting ? m.quizzes_submitting() : m.quizzes_submit()}
          </button>
        </div>
      </Form>
    </>
  )
}

/** With JavaScript, saves answers as they are entered and counts the seconds left (null while the script loads). */
function useAnswerKeeper({ id, taking }: TakeQuizProps['quiz'], signInAt: string) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<KeepState>('idle')
  const [refused, setRefused] = useState<Refused | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const { attemptId, secondsLeft } = taking
  useEffect(() => {
    if (!form.current) return
    return keepAnswers(form.current, {
      attemptId,
      secondsLeft,
      signInAt,
      keepTo: paths.student.keepAnswers(id),
      leaveQuestion: m.quizzes_leave(),
      onState: setState,
      onRefused: setRefused,
      onLeft: setLeft,
    })
  }, [id, attemptId, secondsLeft, signInAt])
  return { form, state, left, refused }
}

interface QuestionCardProps {
  number: number
  question: Question
  typed: Record<string, string> | undefined
  errors: string[] | undefined
}

function QuestionCard({ number, question, typed, errors }: QuestionCardProps) {
  const name = fieldName(question)
  const heading = (
    <>
      {number}. {question.text}{' '}
      <span className="small soft nowrap">{m.quizzes_question_marks({ marks: question.marks })}</span>
    </>
  )
  if (question.type === 'short') {
    const hasError = errors !== undefined && errors.length > 0
    return (
      <div className="card field">
        <label htmlFor={name}>{heading}</label>
        <TextArea
          className="input"
          id={name}
          name={name}
          rows={2}
          maxLength={shortAnswerLength}
          defaultValue={typed?.[name] ?? question.answerText ?? ''}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${name}-error` : undefined}
        />
        {hasError ? <FieldError id={name} errors={errors} /> : null}
      </div>
    )
  }
  const selectedOptionId = typed?.[name] ?? question.optionId
  return (
    // The card is a separate element, since a legend would overlap its edge.
    <div className="card">
      <fieldset className="field">
        <legend>{heading}</legend>
        {question.options.map(({ publicId, text }, index) => (
          <label key={publicId} className="choice">
            <input type="radio" name={name} value={publicId} defaultChecked={publicId === selectedOptionId} />
            <span>{optionWords(question.type, index, text)}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** Encodes the kind of answer in the name, from which the server reads it (`__quiz-answers.server.ts`). */
function fieldName({ type, publicId }: Question): string {
  return `${type === 'short' ? 'text' : 'option'}-${publicId}`
}

/** Time as `9:05` or `1:00:00`. */
function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}

/** Text for screen readers: announces the time left twice, not every second. */
function announced(left: number): string {
  if (left > 240 && left <= 300) return m.quizzes_left_five()
  return left > 30 && left <= 60 ? m.quizzes_left_one() : ''
}
