import type { ReactNode } from 'react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { mediumLabel, mediums, textLengths } from '~/models/students/options'
import { optionsOf, SectionForm, type SectionFrame } from './section-form'

export type AcademicValues = Record<
  | 'admission_class'
  | 'admission_date'
  | 'admission_number'
  | 'medium'
  | 'previous_school'
  | 'previous_board'
  | 'previous_class'
  | 'previous_year'
  | 'previous_result'
  | 'previous_school_address',
  string
>

type AcademicFormProps = {
  frame: SectionFrame
  values: Partial<AcademicValues>
  /** Class, section and roll number, which belong to the enrollment. */
  place: ReactNode
  /** The student reads admission number and date with `place`: the office gives them. */
  own?: boolean
}

/** The section Academic Information. */
export function AcademicForm({ frame, values, place, own }: AcademicFormProps) {
  const state = useServerForm<AcademicValues>({ id: 'academic', lastResult: frame.lastResult, defaultValue: values })
  const { fields } = state
  return (
    <SectionForm frame={frame} state={state}>
      {place}
      {own ? null : (
        <div className="cols">
          <TextField
            {...fieldProps(fields.admission_number)}
            label={m.students_admission_number()}
            required
            maxLength={textLengths.admission_number}
          />
          <DateField {...fieldProps(fields.admission_date)} label={m.students_admission_date()} required />
        </div>
      )}
      <div className="cols">
        <TextField
          {...fieldProps(fields.admission_class)}
          label={m.students_admission_class()}
          required
          maxLength={textLengths.admission_class}
        />
        <SelectField
          {...fieldProps(fields.medium)}
          label={m.students_medium()}
          required
          options={optionsOf(mediums, mediumLabel)}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.previous_school)}
          label={m.students_previous_school()}
          maxLength={textLengths.previous_school}
        />
        <TextField
          {...fieldProps(fields.previous_board)}
          label={m.students_previous_board()}
          maxLength={textLengths.previous_board}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.previous_class)}
          label={m.students_previous_class()}
          maxLength={textLengths.previous_class}
        />
        <TextField
          {...fieldProps(fields.previous_year)}
          label={m.students_previous_year()}
          maxLength={textLengths.previous_year}
        />
        <TextField
          {...fieldProps(fields.previous_result)}
          label={m.students_previous_result()}
          maxLength={textLengths.previous_result}
        />
      </div>
      <TextAreaField
        {...fieldProps(fields.previous_school_address)}
        label={m.students_previous_school_address()}
        rows={2}
        maxLength={textLengths.previous_school_address}
      />
    </SectionForm>
  )
}
