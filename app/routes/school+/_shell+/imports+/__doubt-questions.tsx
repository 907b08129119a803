import { CheckboxGroup, fieldProps, RadioGroup, type ServerField } from '~/components/forms'
import { checkboxGroupProps } from '~/components/school/office-form'
import { counted } from '~/models/core/shared/counted'
import type { doubtQuestions } from './__doubts.server'

type DoubtQuestion = Awaited<ReturnType<typeof doubtQuestions>>[number]

interface DoubtQuestionsProps {
  questions: readonly DoubtQuestion[]
  fields: Record<string, ServerField>
  /** List of the rows in question. */
  rowsHref: string
}

/** Questions about unlikely values. Rows that the user does not confirm are left out; all others are imported. */
export function DoubtQuestions({ questions, fields, rowsHref }: DoubtQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <>
      <h2 id="doubts">Are these values right?</h2>
      <p className="soft">
        Rows that you leave out come back in the file of rejected rows, to be corrected.{' '}
        <a href={rowsHref}>Show the rows</a>
      </p>
      {questions.map(({ name, rightName, question, rows, choices, examples }) => {
        const [answer, right] = [fields[name], fields[rightName]]
        if (!answer || !right) return null
        return (
          <div key={name}>
            <RadioGroup
              {...fieldProps(answer)}
              label={`${question} (${counted(rows, 'row')})`}
              hint={examples.length > 0 ? examples.join(' · ') : undefined}
              required
              options={optionsOf(rows, choices.length > 0)}
            />
            {choices.length > 0 ? (
              <CheckboxGroup {...checkboxGroupProps(right)} label="Rows that are right" options={choices} />
            ) : null}
          </div>
        )
      })}
    </>
  )
}

function optionsOf(rows: number, isListed: boolean) {
  if (rows === 1)
    return [
      { value: 'right', label: 'Yes: import it' },
      { value: 'wrong', label: 'No: leave it out' },
    ]
  return [
    { value: 'right', label: 'Yes, all: import them' },
    ...(isListed ? [{ value: 'some', label: 'Some: import only the rows ticked below' }] : []),
    { value: 'wrong', label: 'No: leave all of them out' },
  ]
}
