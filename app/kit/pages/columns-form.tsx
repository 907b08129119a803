import { Form } from '@remix-run/react'
import { schoolPaths } from '~/addresses/school-paths'
import { CheckboxGroup } from '~/components/forms'
import { Button, ButtonLink, Card } from '~/components/ui'

type ColumnsFormProps = {
  /** URL of the list with its current filters and order. */
  list: string
  /** Labels of the columns that may be hidden. */
  columns: readonly string[]
  away: readonly string[]
}

/** Choice of visible columns of a list, saved for the user on every device. */
export function ColumnsForm({ list, columns, away }: ColumnsFormProps) {
  return (
    <Card title="Columns of this list">
      <Form method="post" action={schoolPaths.columns}>
        <input type="hidden" name="list" value={list} />
        {columns.map((label) => (
          <input key={label} type="hidden" name="column" value={label} />
        ))}
        <CheckboxGroup
          name="shown"
          label="Shown"
          options={columns.map((label) => ({ value: label, label }))}
          chosen={columns.filter((label) => !away.includes(label))}
        />
        <div className="actions">
          <Button type="submit">Keep these columns</Button>
          <ButtonLink href={list} variant="secondary" label="Cancel" />
        </div>
      </Form>
    </Card>
  )
}
