import { Form } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { ButtonLink } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'

type ColumnsFormProps = {
  columns: ReadonlyArray<{ index: number; heading: string; samples: readonly string[] }>
  /** What each column of the file is, '' for ignored, by its place in the file. */
  chosen: Record<number, string>
  specs: ReadonlyArray<{ key: string; label: string }>
  errors: Record<string, string[]>
  backHref: string
}

/** One select for each column of the file: what it is. */
export function ColumnsForm({ columns, chosen, specs, errors, backHref }: ColumnsFormProps) {
  const options = specs.map(({ key, label }) => ({ value: key, label }))
  return (
    <Form method="post" className="card">
      <div className="fields">
        {columns.map(({ index, heading, samples }) => (
          <SelectField
            key={index}
            name={`column_${index}`}
            label={heading}
            hint={samples.length > 0 ? `For example ${samples.join(' · ')}` : undefined}
            options={options}
            placeholder="Ignore this column"
            defaultValue={chosen[index] ?? ''}
            errors={errors[`column_${index}`]}
          />
        ))}
      </div>
      <div className="actions">
        <SubmitButton busyText="Checking...">Check again</SubmitButton>
        <ButtonLink href={backHref} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
