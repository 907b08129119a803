import { RadioGroup } from '~/components/forms'
import { Alert } from '~/components/ui'
import type { valueQuestions } from './__value-questions.server'

type ValueQuestionsProps = ReturnType<typeof valueQuestions> & {
  /** Returns name, value and errors of a field. The value is the stored one or, after a refusal, the submitted one. */
  fieldOf: (name: string, stored: string) => { name: string; defaultValue: string; errors?: string[] | undefined }
}

/**
 * Questions about values that can be read in two ways, each with an example of both, and contradictions that only a
 * corrected file can resolve.
 */
export function ValueQuestions({ questions, contradictions, fieldOf }: ValueQuestionsProps) {
  return (
    <>
      {contradictions.map(({ message, lines }) => (
        <Alert key={message} tone="bad" title="This column contradicts itself">
          <p>
            {message}, or ignore the column. {lines}
          </p>
        </Alert>
      ))}
      {questions.length > 0 ? (
        <>
          <h2 id="questions">How are these values meant?</h2>
          {questions.map(({ name, sentence, lines, answer, options }) => (
            <RadioGroup key={name} {...fieldOf(name, answer)} label={sentence} hint={lines} options={options} />
          ))}
        </>
      ) : null}
    </>
  )
}
