import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { roleNames } from '~/models/accounts/staff-options'

type FactorRolesFormProps = { lastResult: FormResult | undefined; roles: string[] }

/** The roles that must have two-step sign-in. */
export function FactorRolesForm({ lastResult, roles }: FactorRolesFormProps) {
  const state = useServerForm<{ roles: string[] }>({ id: 'factor', lastResult, defaultValue: { roles } })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <CheckboxGroup
        {...checkboxGroupProps(state.fields.roles)}
        label="Two-step sign-in is compulsory for"
        hint="Staff who have not set it up, including you, must do so at once and cannot open any other page until then. Others may use it."
        options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
      />
    </OfficeForm>
  )
}
