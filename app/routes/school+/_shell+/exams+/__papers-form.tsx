import { CheckboxField, type FormResult, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import type { FormValue } from '~/kit/forms/fields'
import { paperForm } from '~/models/learning/exams/exam-fields'

type Row = Record<string, FormValue> & { subject: string; add: string }

type PapersFormProps = {
  lastResult: FormResult | undefined
  /** Values of each row by posted field name: the fields of the paper's form, `subject` and `add`. */
  rows: readonly Row[]
  /** Names by public id. */
  subjects: Record<string, string>
  cancelHref: string
}

/** Subjects of the class in one form; a subject without a tick gets no paper. */
export function PapersForm({ lastResult, rows, subjects, cancelHref }: PapersFormProps) {
  const state = useServerForm<{ papers: Row[] }>({ id: 'papers', lastResult, defaultValue: { papers: rows } })
  // A Map, not an object: the posted id may be any text, even the name of a property that every object inherits.
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
