import type { FieldMetadata } from '@conform-to/react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps } from '~/components/forms/use-server-form'
import { checkboxProps } from '~/components/school/office-form'
import { m } from '~/language/paraglide/messages'
import {
  addressLength,
  categories,
  categoryLabel,
  emailLength,
  enrollmentNumberLength,
  genderLabel,
  genders,
  mobileDigits,
  nameLength,
  parentNameLength,
} from '~/models/students/options'

export type StudentValues = {
  first_name: string
  last_name: string
  mother_name: string
  father_name: string
  address: string
  gender: string
  date_of_birth: string
  category: string
  mobile_number: string
  email: string
  rte: boolean
  enrollment_number: string
}

type StudentFieldsProps = {
  fields: Record<keyof StudentValues, FieldMetadata<unknown>>
  /** The date of birth is the first password: said while that still matters. */
  isNew: boolean
}

/** The fields of SP's student form as the office fills them. */
export function StudentFields({ fields, isNew }: StudentFieldsProps) {
  return (
    <>
      <div className="cols">
        <TextField {...fieldProps(fields.first_name)} label={m.students_first_name()} required maxLength={nameLength} />
        <TextField {...fieldProps(fields.last_name)} label={m.students_last_name()} required maxLength={nameLength} />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.father_name)}
          label={m.students_father_name()}
          required
          maxLength={parentNameLength}
        />
        <TextField
          {...fieldProps(fields.mother_name)}
          label={m.students_mother_name()}
          required
          maxLength={parentNameLength}
        />
      </div>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.gender)}
          label={m.students_gender()}
          required
          options={genders.map((value) => ({ value, label: genderLabel(value) }))}
        />
        <DateField
          {...fieldProps(fields.date_of_birth)}
          label={m.students_date_of_birth()}
          hint={isNew ? 'yyyy-mm-dd. The student signs in with it the first time.' : undefined}
          required
        />
        <SelectField
          {...fieldProps(fields.category)}
          label={m.students_category()}
          required
          options={categories.map((value) => ({ value, label: categoryLabel(value) }))}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.mobile_number)}
          label={m.students_mobile_number()}
          hint={`${mobileDigits} digits. Sign-in name, with the e-mail.`}
          type="tel"
          inputMode="numeric"
          required
        />
        <TextField
          {...fieldProps(fields.email)}
          label={m.students_email()}
          hint="May stay empty."
          type="email"
          maxLength={emailLength}
        />
      </div>
      <TextAreaField
        {...fieldProps(fields.address)}
        label={m.students_address()}
        required
        maxLength={addressLength}
        rows={3}
      />
      <TextField
        {...fieldProps(fields.enrollment_number)}
        label={m.students_enrollment_number()}
        hint={isNew ? 'The next free number; write your own where you keep another order.' : undefined}
        required
        maxLength={enrollmentNumberLength}
        className="input input-short"
      />
      <CheckboxField
        {...checkboxProps(fields.rte)}
        label={m.students_rte()}
        hint={
          isNew ? 'These students owe no fees.' : 'These students owe no fees: what is unpaid goes when you tick this.'
        }
      />
    </>
  )
}
