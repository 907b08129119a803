import type { ReactNode } from 'react'
import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { examDescriptionLength, examNameLength } from '~/models/exams/options'
import { typeChoices } from './__office-words'

type Choice = { value: string; label: string }

export type ExamValues = {
  name: string
  description: string
  type: string
  academic_session: string
  starts_on: string
  ends_on: string
  /** A new exam may be for several classes, an exam is one class's. */
  class: string
  classes: string[]
}

type ExamFormProps = {
  lastResult: FormResult | undefined
  values: Partial<ExamValues>
  mode: 'new' | 'edit'
  sessions: readonly Choice[]
  classes: readonly Choice[]
  cancelHref: string
  aside?: ReactNode
}

export function ExamForm({ lastResult, values, mode, sessions, classes, cancelHref, aside }: ExamFormProps) {
  const state = useServerForm<ExamValues>({ id: 'exam', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create exam' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <TextField {...fieldProps(fields.name)} label="Exam name" required maxLength={examNameLength} />
      <SelectField {...fieldProps(fields.type)} label="Type" required options={typeChoices} />
      <SelectField
        {...fieldProps(fields.academic_session)}
        label="Academic session"
        required
        placeholder={null}
        options={sessions}
      />
      {mode === 'new' ? (
        <CheckboxGroup
          {...checkboxGroupProps(fields.classes)}
          label="Classes"
          hint="Each class gets an exam of its own, with its own papers."
          options={classes}
        />
      ) : (
        <SelectField {...fieldProps(fields.class)} label="Class" required placeholder={null} options={classes} />
      )}
      <DateField {...fieldProps(fields.starts_on)} label="First day" required />
      <DateField {...fieldProps(fields.ends_on)} label="Last day" required />
      <TextAreaField
        {...fieldProps(fields.description)}
        label="Description"
        hint="Students read it: the syllabus, what to bring."
        maxLength={examDescriptionLength}
      />
    </OfficeForm>
  )
}
