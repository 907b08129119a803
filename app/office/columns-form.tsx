import { Form } from '@remix-run/react'
import { CheckboxGroup } from '~/components/forms'
import { Button, ButtonLink, Card } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

type ColumnsFormProps = {
  /** The list's address, as it is narrowed and ordered now. */
  list: string
  /** The columns that may be put away, by their labels. */
  columns: readonly string[]
  away: readonly string[]
}

/** Which columns of a list its reader sees from now on, on every device. */
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
          <ButtonLink href={list} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
