import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { stayingLabel, stayingWith, travelLabel, travelModes } from '~/models/students/additional-options'
import { mobileDigits, parentNameLength, textLengths } from '~/models/students/options'
import { optionsOf, SectionForm, type SectionFrame } from './section-form'

export type AdditionalValues = Record<
  | 'travel_mode'
  | 'travel_details'
  | 'staying_with'
  | 'staying_details'
  | 'medical_conditions'
  | 'allergies'
  | 'emergency_contact_name'
  | 'emergency_contact_number',
  string
>

type AdditionalFormProps = { frame: SectionFrame; values: Partial<AdditionalValues> }

/** The section Additional Information. */
export function AdditionalForm({ frame, values }: AdditionalFormProps) {
  const state = useServerForm<AdditionalValues>({
    id: 'additional',
    lastResult: frame.lastResult,
    defaultValue: values,
  })
  const { fields } = state
  return (
    <SectionForm frame={frame} state={state}>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.travel_mode)}
          label={m.students_travel_mode()}
          required
          options={optionsOf(travelModes, travelLabel)}
        />
        <TextField
          {...fieldProps(fields.travel_details)}
          label={m.students_travel_details()}
          maxLength={textLengths.travel_details}
        />
      </div>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.staying_with)}
          label={m.students_staying_with()}
          required
          options={optionsOf(stayingWith, stayingLabel)}
        />
        <TextField
          {...fieldProps(fields.staying_details)}
          label={m.students_staying_details()}
          maxLength={textLengths.staying_details}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.emergency_contact_name)}
          label={m.students_emergency_contact_name()}
          required
          maxLength={parentNameLength}
        />
        <TextField
          {...fieldProps(fields.emergency_contact_number)}
          label={m.students_emergency_contact_number()}
          type="tel"
          inputMode="numeric"
          required
          maxLength={mobileDigits}
        />
      </div>
      <TextAreaField
        {...fieldProps(fields.medical_conditions)}
        label={m.students_medical_conditions()}
        rows={2}
        maxLength={textLengths.medical_conditions}
      />
      <TextAreaField
        {...fieldProps(fields.allergies)}
        label={m.students_allergies()}
        rows={2}
        maxLength={textLengths.allergies}
      />
    </SectionForm>
  )
}
