import { Badge } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { QuestionType } from '~/models/quizzes/options'
import { questionTypeNames } from './__office-words'

export type QuestionLine = {
  publicId: string
  type: QuestionType
  text: string
  marks: number
  options: ReadonlyArray<{ text: string; isCorrect: boolean }>
  answers: readonly string[]
  /** A choice without a right option cannot be published. */
  isComplete: boolean
}

type QuestionListProps = {
  quizId: string
  questions: readonly QuestionLine[]
  /** Nobody has begun, and the reader may write. */
  mayChange: boolean
}

/** The questions in their order, with what is right. */
export function QuestionList({ quizId, questions, mayChange }: QuestionListProps) {
  return (
    <ol className="stack">
      {questions.map((question) => (
        <li key={question.publicId}>
          <p className="typed">{question.text}</p>
          <p className="soft small">
            {`${questionTypeNames[question.type]}, ${question.marks} ${question.marks === 1 ? 'mark' : 'marks'} `}
            {question.isComplete ? null : <Badge tone="warn">No right option yet</Badge>}
          </p>
          <Choices question={question} />
          {mayChange ? (
            <p className="actions">
              <a className="btn btn-quiet" href={schoolPaths.editQuestion(quizId, question.publicId)}>
                Edit<span className="sr">{` question: ${question.text}`}</span>
              </a>
              <a className="btn btn-quiet" href={schoolPaths.deleteQuestion(quizId, question.publicId)}>
                Delete<span className="sr">{` question: ${question.text}`}</span>
              </a>
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Choices({ question }: { question: QuestionLine }) {
  if (question.type === 'short')
    return (
      <p className="small">
        {question.answers.length === 0
          ? 'A teacher marks every answer.'
          : `Accepted automatically: ${question.answers.join(' / ')}`}
      </p>
    )
  return (
    <ul>
      {question.options.map((option) => (
        <li key={option.text}>
          {option.text}
          {option.isCorrect ? <strong> (right)</strong> : null}
        </li>
      ))}
    </ul>
  )
}
