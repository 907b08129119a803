import { CheckboxGroup, DateField, fieldProps, SelectField, type ServerFields, TextField } from '~/components/forms'
import { checkboxGroupProps } from '~/components/school/office-form'

type Choice = { value: string; label: string }

export type QuizChoices = {
  sessions: readonly Choice[]
  classes: readonly Choice[]
  sections: readonly Choice[]
  subjects: readonly Choice[]
  mustChooseSections: boolean
}

export type AudienceValues = {
  academic_session: string
  class: string
  sections: string[]
  from_day: string
  from_time: string
  until_day: string
  until_time: string
}

type LocationFieldsProps = { fields: ServerFields<AudienceValues>; choices: QuizChoices }

/** For whom a quiz is. */
export function AudienceFields({ fields, choices }: LocationFieldsProps) {
  return (
    <>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.academic_session)}
          label="Academic session"
          required
          placeholder={null}
          options={choices.sessions}
        />
        <SelectField {...fieldProps(fields.class)} label="Class" required options={choices.classes} />
      </div>
      <CheckboxGroup
        {...checkboxGroupProps(fields.sections)}
        label="Sections"
        hint={
          choices.mustChooseSections
            ? 'Your sections of the class that take the quiz.'
            : 'Sections of the class that take the quiz; tick none for the whole class.'
        }
        options={choices.sections}
      />
    </>
  )
}

/** When students may begin it. */
export function WindowFields({ fields }: { fields: ServerFields<AudienceValues> }) {
  return (
    <>
      <div className="cols">
        <DateField {...fieldProps(fields.from_day)} label="First day" required />
        <TimeField {...fieldProps(fields.from_time)} label="First time" />
      </div>
      <EndFields fields={fields} />
    </>
  )
}

export function EndFields({ fields }: { fields: ServerFields<Pick<AudienceValues, 'until_day' | 'until_time'>> }) {
  return (
    <div className="cols">
      <DateField {...fieldProps(fields.until_day)} label="Last day" required />
      <TimeField {...fieldProps(fields.until_time)} label="Last time" />
    </div>
  )
}

type TimeFieldProps = ReturnType<typeof fieldProps> & { label: string }

function TimeField(props: TimeFieldProps) {
  return <TextField {...props} type="time" required className="input input-short" hint="Indian time, such as 09:00" />
}
