import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { longestPersonName } from '~/models/accounts/options'

type OwnNameFormProps = { name: string; lastResult: FormResult | undefined }

/** The own name, as colleagues and the audit log show it. */
export function OwnNameForm({ name, lastResult }: OwnNameFormProps) {
  const state = useServerForm<{ name: string }>({ id: 'account', lastResult, defaultValue: { name } })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.home}
    >
      <TextField
        {...fieldProps(state.fields.name)}
        label="Name"
        hint="Colleagues and the audit log show it."
        required
        maxLength={longestPersonName}
        autoComplete="name"
      />
    </OfficeForm>
  )
}
