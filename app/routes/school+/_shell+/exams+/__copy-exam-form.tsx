import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { examNameLength } from '~/models/exams/options'

type Choice = { value: string; label: string }
type Values = { name: string; academic_session: string; starts_on: string; classes: string[] }

type CopyExamFormProps = {
  lastResult: FormResult | undefined
  values: Values
  sessions: readonly Choice[]
  classes: readonly Choice[]
  cancelHref: string
}

/** An exam with its papers for other classes, or for the next session. */
export function CopyExamForm({ lastResult, values, sessions, classes, cancelHref }: CopyExamFormProps) {
  const state = useServerForm<Values>({ id: 'copy', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Make copies"
      cancelHref={cancelHref}
    >
      <p className="soft">
        Papers are the same, with their times, rooms and marks; their days move with the first one. A class gets only
        the subjects that it studies.
      </p>
      <TextField {...fieldProps(fields.name)} label="Exam name" required maxLength={examNameLength} />
      <SelectField
        {...fieldProps(fields.academic_session)}
        label="Academic session"
        required
        placeholder={null}
        options={sessions}
      />
      <DateField {...fieldProps(fields.starts_on)} label="First day" required />
      <CheckboxGroup {...checkboxGroupProps(fields.classes)} label="Classes" options={classes} />
    </OfficeForm>
  )
}
