import { Badge, Card } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { OwnResult } from '~/models/learning/quizzes/take/own-result.server'
import { optionWords } from './__quiz-words'

type Reviewed = NonNullable<OwnResult['review']>[number]

export function ReviewList({ questions }: { questions: readonly Reviewed[] }) {
  return (
    <Card title={m.quizzes_review()}>
      <ol className="review">
        {questions.map((question) => {
          const [tone, words] = verdictOn(question)
          return (
            <li key={question.publicId}>
              <p>
                <strong>{question.text}</strong>
              </p>
              {question.type === 'short' ? <ShortAnswer question={question} /> : <Options question={question} />}
              <p>
                <Badge tone={tone}>{words}</Badge>{' '}
                {question.awardedMarks === null
                  ? null
                  : m.quizzes_question_marks({
                      marks: m.quizzes_of({ part: question.awardedMarks, whole: question.marks }),
                    })}
              </p>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function Options({ question }: { question: Reviewed }) {
  return (
    <ul>
      {question.options.map(({ publicId, text, isCorrect }, index) => {
        const isChosen = publicId === question.selectedOptionId
        const notes = [isChosen ? m.quizzes_your_answer() : '', isCorrect ? m.quizzes_right_answer() : ''].filter(
          (note) => note !== '',
        )
        const words = optionWords(question.type, index, text)
        return (
          <li key={publicId} className={isCorrect ? 'good' : isChosen ? 'bad' : undefined}>
            {notes.length > 0 ? <strong>{words}</strong> : words}
            {notes.length > 0 ? ` – ${notes.join(', ')}` : null}
          </li>
        )
      })}
    </ul>
  )
}

function ShortAnswer({ question }: { question: Reviewed }) {
  return (
    <>
      {question.answerText === null ? null : (
        <p className="typed">
          <span className="soft">{m.quizzes_your_answer()}: </span>
          {question.answerText}
        </p>
      )}
      {question.acceptedAnswers.length > 0 ? (
        <p>
          <span className="soft">{m.quizzes_accepted()}: </span>
          {question.acceptedAnswers.join(', ')}
        </p>
      ) : null}
    </>
  )
}

function verdictOn({ isCorrect, awardedMarks, selectedOptionId, answerText }: Reviewed): [Tone, string] {
  if (selectedOptionId === null && answerText === null) return ['neutral', m.quizzes_no_answer()]
  if (isCorrect === null || awardedMarks === null) return ['warn', m.quizzes_waits()]
  if (isCorrect) return ['good', m.quizzes_correct()]
  return awardedMarks > 0 ? ['info', m.quizzes_partly()] : ['bad', m.quizzes_wrong()]
}
