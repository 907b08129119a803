import { SelectField } from '~/components/forms'
import type { columnChoices } from './__columns.server'

type FileColumn = ReturnType<typeof columnChoices>[number]

interface ColumnFieldsProps {
  columns: readonly FileColumn[]
  /** Returns name, value and errors of a field. The value is the stored one or, after a refusal, the submitted one. */
  fieldOf: (name: string, stored: string) => { name: string; defaultValue: string; errors?: string[] | undefined }
}

const confidenceWords = {
  certain: 'Recognised by its heading.',
  likely: 'Probably this: check it.',
  chosen: 'Chosen by you.',
  unsure: '',
}

/** A select for each column of the file; unclear columns come first, with their question. */
export function ColumnFields({ columns, fieldOf }: ColumnFieldsProps) {
  const unclear = columns.filter(({ question }) => question !== null)
  const others = columns.filter(({ question }) => question === null)
  return [...unclear, ...others].map(({ name, heading, samples, chosen, confidence, question, options }) => (
    <SelectField
      key={name}
      {...fieldOf(name, chosen)}
      label={heading}
      hint={[
        question ?? (confidence ? confidenceWords[confidence] : ''),
        samples.length > 0 ? `For example ${samples.join(' · ')}` : '',
      ]
        .filter(Boolean)
        .join(' ')}
      options={options}
      placeholder={question === null ? 'Ignore this column' : 'Select what it contains'}
    />
  ))
}
