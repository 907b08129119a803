import { CheckboxField, type FormResult, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { paperForm } from '~/models/exams/exam-fields'
import type { Shown } from '~/models/shared/fields'

type Row = Record<string, Shown> & { subject: string; add: string }

type PapersFormProps = {
  lastResult: FormResult | undefined
  /** By the posted names of the paper's form, with `subject` and `add`. */
  rows: readonly Row[]
  /** Names by public id. */
  subjects: Record<string, string>
  cancelHref: string
}

/** All subjects of the class in one form; those that are not ticked get no paper. */
export function PapersForm({ lastResult, rows, subjects, cancelHref }: PapersFormProps) {
  const state = useServerForm<{ papers: Row[] }>({
    id: 'papers',
    lastResult,
    defaultValue: { papers: rows },
  })
  // What was sent may be any text, the name of a property that every object has too.
  const names = new Map(Object.entries(subjects))
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Add papers"
      cancelHref={cancelHref}
    >
      {state.fields.papers.getFieldList().map((row) => {
        const fields = row.getFieldset()
        const subject = typeof fields.subject.initialValue === 'string' ? fields.subject.initialValue : ''
        const name = names.get(subject)
        return (
          <fieldset key={row.key} className="field">
            <legend>{name ?? 'A removed subject'}</legend>
            <input type="hidden" name={fields.subject.name} value={subject} />
            <CheckboxField {...checkboxProps(fields.add)} label={`Add a paper in ${name ?? 'it'}`} />
            <FormRows form={paperForm} fields={fields} />
            <hr />
          </fieldset>
        )
      })}
    </OfficeForm>
  )
}
