import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, type ServerFields, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { roomLength } from '~/models/exams/options'

export type PaperValues = {
  held_on: string
  start_time: string
  end_time: string
  max_marks: string
  pass_marks: string
  room_no: string
}

type RowValues = PaperValues & { subject: string; add: string }

/** When and where a paper is held, and what it counts. */
function PaperFieldset({ fields }: { fields: ServerFields<PaperValues> }) {
  return (
    <div className="cols">
      <DateField {...fieldProps(fields.held_on)} label="Date" required />
      <TextField {...fieldProps(fields.start_time)} label="From" type="time" hint="hh:mm" />
      <TextField {...fieldProps(fields.end_time)} label="Until" type="time" hint="hh:mm" />
      <TextField {...fieldProps(fields.max_marks)} label="Maximum marks" required inputMode="decimal" maxLength={7} />
      <TextField
        {...fieldProps(fields.pass_marks)}
        label="Pass marks"
        hint="Leave empty if there are no pass marks"
        inputMode="decimal"
        maxLength={7}
      />
      <TextField {...fieldProps(fields.room_no)} label="Room" maxLength={roomLength} />
    </div>
  )
}

type PapersFormProps = {
  lastResult: FormResult | undefined
  rows: readonly RowValues[]
  /** Names by public id. */
  subjects: Record<string, string>
  cancelHref: string
}

/** All subjects of the class in one form; those that are not ticked get no paper. */
export function PapersForm({ lastResult, rows, subjects, cancelHref }: PapersFormProps) {
  const state = useServerForm<{ papers: RowValues[] }>({ id: 'papers', lastResult, defaultValue: { papers: rows } })
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
            <PaperFieldset fields={fields} />
            <hr />
          </fieldset>
        )
      })}
    </OfficeForm>
  )
}

type PaperFormProps = {
  lastResult: FormResult | undefined
  values: PaperValues
  cancelHref: string
  aside: ReactNode
}

export function PaperForm({ lastResult, values, cancelHref, aside }: PaperFormProps) {
  const state = useServerForm<PaperValues>({ id: 'paper', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={cancelHref}
      aside={aside}
    >
      <PaperFieldset fields={state.fields} />
    </OfficeForm>
  )
}
