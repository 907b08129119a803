import { fieldProps, type ServerField, TextAreaField, TextField } from '~/components/forms'

type FieldsOf<Name extends string> = { fields: Record<Name, ServerField> }

export function SchoolNameFields({ fields }: FieldsOf<'name' | 'person'>) {
  return (
    <>
      <TextField label="School name" autoComplete="organization" required {...fieldProps(fields.name)} />
      <TextField label="Your name" autoComplete="name" required {...fieldProps(fields.person)} />
    </>
  )
}

export function RestOfSchoolFields({ fields }: FieldsOf<'phone' | 'address'>) {
  return (
    <>
      <TextField
        label="Phone number"
        hint="Students and parents see it."
        type="tel"
        autoComplete="tel"
        required
        {...fieldProps(fields.phone)}
      />
      <TextAreaField label="Address" required autoComplete="street-address" {...fieldProps(fields.address)} />
    </>
  )
}
