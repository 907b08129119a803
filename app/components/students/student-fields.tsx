import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField } from '~/components/forms/use-server-form'
import { checkboxProps } from '~/components/school/office-form'
import { m } from '~/language/paraglide/messages'
import type { ChangeableField } from '~/models/students/change-request-options'
import {
  addressLength,
  categories,
  categoryLabel,
  emailLength,
  enrollmentNumberLength,
  mediumLabel,
  mediums,
  mobileDigits,
  religionLabel,
  religions,
  textLengths,
} from '~/models/students/options'
import { ChildNameFields, GenderField, ParentNameFields } from './person-fields'
import { optionsOf } from './section-form'
import { type WaitingWish, wishProps } from './wish-hint'

export type StudentValues = {
  first_name: string
  last_name: string
  mother_name: string
  father_name: string
  address: string
  gender: string
  date_of_birth: string
  category: string
  religion: string
  medium: string
  mobile_number: string
  email: string
  rte: boolean
  nic_id: string
  sr_no: string
  enrollment_number: string
}

type Fields = Record<keyof StudentValues, ServerField>

type StudentFieldsProps = {
  fields: Fields
  /** The date of birth is the first password: said while that still matters. */
  isNew: boolean
}

/** The fields of SP's student form as the office fills them. */
export function StudentFields({ fields, isNew }: StudentFieldsProps) {
  return (
    <>
      <NameFields fields={fields} />
      <BirthFields
        fields={fields}
        birthHint={isNew ? 'yyyy-mm-dd. The student signs in with it the first time.' : undefined}
      />
      <div className="cols">
        <TextField
          {...fieldProps(fields.mobile_number)}
          label={m.students_mobile_number()}
          hint={`${mobileDigits} digits. Used to sign in, like the e-mail.`}
          type="tel"
          inputMode="numeric"
          required
        />
        <TextField
          {...fieldProps(fields.email)}
          label={m.students_email()}
          hint="Optional."
          type="email"
          maxLength={emailLength}
        />
      </div>
      <AddressField field={fields.address} />
      <div className="cols">
        <TextField
          {...fieldProps(fields.enrollment_number)}
          label={m.students_enrollment_number()}
          hint={isNew ? 'The next free number; enter your own if you follow another series.' : undefined}
          required
          maxLength={enrollmentNumberLength}
        />
        <TextField {...fieldProps(fields.nic_id)} label={m.students_nic_id()} maxLength={textLengths.nic_id} />
        <TextField {...fieldProps(fields.sr_no)} label={m.students_sr_no()} maxLength={textLengths.sr_no} />
      </div>
      <CheckboxField
        {...checkboxProps(fields.rte)}
        label={m.students_rte()}
        hint={
          isNew
            ? 'These students owe no fees.'
            : 'These students owe no fees: unpaid fees are withdrawn when you tick this.'
        }
      />
    </>
  )
}

type SharedProps = {
  fields: Fields
  /** In the student's own form the office decides these: the wishes that wait. */
  waiting?: readonly WaitingWish[]
}

/** The names, of both forms. */
export function NameFields({ fields, waiting }: SharedProps) {
  const wish = waiting && ((field: ChangeableField) => wishProps(field, waiting))
  return (
    <>
      <div className="cols">
        <ChildNameFields fields={fields} more={wish} />
      </div>
      <div className="cols">
        <ParentNameFields fields={fields} more={wish} />
      </div>
    </>
  )
}

/** Gender, birth, category, religion and medium, of both forms. */
export function BirthFields({ fields, waiting, birthHint }: SharedProps & { birthHint?: string }) {
  const category = waiting ? wishProps('category', waiting) : null
  const current = fields.category.initialValue
  return (
    <>
      <div className="cols">
        <GenderField field={fields.gender} />
        <DateField
          {...fieldProps(fields.date_of_birth)}
          label={m.students_date_of_birth()}
          required
          {...(waiting ? wishProps('date_of_birth', waiting) : { hint: birthHint })}
        />
        <SelectField
          {...fieldProps(fields.category)}
          label={m.students_category()}
          hint={category?.hint}
          required
          // A list cannot be read-only: while a wish waits it has the one value that stands.
          options={optionsOf(
            categories.filter((one) => !category?.readOnly || one === current),
            categoryLabel,
          )}
          {...(category?.readOnly ? { placeholder: null } : {})}
        />
      </div>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.religion)}
          label={m.students_religion()}
          options={optionsOf(religions, religionLabel)}
        />
        <SelectField
          {...fieldProps(fields.medium)}
          label={m.students_medium()}
          options={optionsOf(mediums, mediumLabel)}
        />
      </div>
    </>
  )
}

export function AddressField({ field }: { field: ServerField }) {
  return (
    <TextAreaField {...fieldProps(field)} label={m.students_address()} required maxLength={addressLength} rows={3} />
  )
}
