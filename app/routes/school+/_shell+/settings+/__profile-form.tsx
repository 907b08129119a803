import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

export type ProfileValues = {
  name: string
  email: string
  phone: string
  address: string
  board: string
  affiliation_number: string
}

type ProfileFormProps = { lastResult: FormResult | undefined; values: ProfileValues }

/** The school's own name and how to reach it, as parents and receipts show them. */
export function ProfileForm({ lastResult, values }: ProfileFormProps) {
  const state = useServerForm<ProfileValues>({ id: 'profile', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <TextField
        {...fieldProps(fields.name)}
        label="School name"
        required
        maxLength={120}
        autoComplete="organization"
      />
      <div className="cols">
        <TextField
          {...fieldProps(fields.email)}
          label="Email"
          type="email"
          required
          maxLength={190}
          autoComplete="email"
        />
        <TextField {...fieldProps(fields.phone)} label="Phone" type="tel" required maxLength={20} autoComplete="tel" />
      </div>
      <TextAreaField {...fieldProps(fields.address)} label="Address" required maxLength={300} rows={3} />
      <div className="cols">
        <TextField {...fieldProps(fields.board)} label="Board" hint="CBSE, GSEB, ICSE …" maxLength={80} />
        <TextField {...fieldProps(fields.affiliation_number)} label="Affiliation or UDISE number" maxLength={40} />
      </div>
    </OfficeForm>
  )
}
