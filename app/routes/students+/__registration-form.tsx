import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { DateField } from '~/components/forms/date-field'
import { FileField, textsOf } from '~/components/forms/file-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { ChildNameFields, GenderField, ParentNameFields } from '~/components/students/person-fields'
import { SubmitButton } from '~/components/ui/submit-button'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { acceptedTypes } from '~/models/students/document-file-options'
import { addressLength, categories, categoryLabel, emailLength, mobileDigits } from '~/models/students/options'

type RegistrationFormProps = {
  lastResult: FormResult | undefined
  classes: ReadonlyArray<{ publicId: string; name: string }>
  formKey: string
}

type Fields = Record<
  | 'first_name'
  | 'last_name'
  | 'date_of_birth'
  | 'gender'
  | 'category'
  | 'class'
  | 'father_name'
  | 'mother_name'
  | 'mobile_number'
  | 'email'
  | 'address'
  | 'password'
  | 'password_confirmation'
  | 'student_photo'
  | 'birth_certificate',
  string
> &
  Record<'student_photo_received' | 'birth_certificate_received', string[]>

/** A child registers at one school (decisions, section 1). Documents may come now or later. */
export function RegistrationForm({ lastResult, classes, formKey }: RegistrationFormProps) {
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'register', lastResult })
  return (
    <Form method="post" encType="multipart/form-data" {...form}>
      <FormTrouble formId={form.id} allErrors={allErrors} title={m.admissions_register_failed()} />
      <HiddenKey value={formKey} />
      <ChildNameFields fields={fields} />
      <DateField {...fieldProps(fields.date_of_birth)} label={m.students_date_of_birth()} required />
      <GenderField field={fields.gender} />
      <SelectField
        {...fieldProps(fields.category)}
        label={m.students_category()}
        required
        options={categories.map((value) => ({ value, label: categoryLabel(value) }))}
      />
      <SelectField
        {...fieldProps(fields.class)}
        label={m.admissions_class_wanted()}
        required
        options={classes.map(({ publicId, name }) => ({ value: publicId, label: name }))}
      />
      <ParentNameFields fields={fields} />
      <TextAreaField
        {...fieldProps(fields.address)}
        label={m.students_address()}
        required
        maxLength={addressLength}
        rows={3}
        autoComplete="street-address"
      />
      <TextField
        {...fieldProps(fields.mobile_number)}
        label={m.students_mobile_number()}
        hint={m.admissions_name_hint()}
        type="tel"
        inputMode="numeric"
        required
        maxLength={mobileDigits}
        autoComplete="tel-national"
      />
      <TextField
        {...fieldProps(fields.email)}
        label={m.students_email()}
        hint={m.admissions_name_hint()}
        type="email"
        required
        maxLength={emailLength}
        autoComplete="email"
      />
      <NewPasswordFields side="student" label={m.accounts_password()} fields={fields} />
      <FileField
        name="student_photo"
        id={fields.student_photo.id}
        label={m.students_doc_student_photo()}
        hint={m.students_doc_photo_hint()}
        errors={fields.student_photo.errors}
        accept={acceptedTypes('student_photo')}
        received={textsOf(fields.student_photo_received)}
      />
      <FileField
        name="birth_certificate"
        id={fields.birth_certificate.id}
        label={m.students_doc_birth_certificate()}
        hint={m.students_document_hint()}
        errors={fields.birth_certificate.errors}
        accept={acceptedTypes('birth_certificate')}
        received={textsOf(fields.birth_certificate_received)}
      />
      {/* People neither see nor hear this field; what fills it in is a program. */}
      <p hidden>
        <label htmlFor="website">{m.admissions_trap()}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <p>
        <a href={paths.privacy}>{m.admissions_privacy()}</a>
      </p>
      <SubmitButton busyText={m.admissions_register_busy()} className="btn-full">
        {m.admissions_register_button()}
      </SubmitButton>
    </Form>
  )
}
