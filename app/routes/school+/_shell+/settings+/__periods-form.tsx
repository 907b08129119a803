import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { periodChoices } from '~/models/hostels/office-words'

type PeriodsFormProps = { lastResult: FormResult | undefined; periods: readonly string[] }

/** Which periods students may apply for. */
export function PeriodsForm({ lastResult, periods }: PeriodsFormProps) {
  const state = useServerForm<{ periods: readonly string[] }>({ id: 'hostels', lastResult, defaultValue: { periods } })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <CheckboxGroup
        {...checkboxGroupProps(state.fields.periods)}
        label="Periods that students may apply for"
        hint="Existing applications are not changed"
        options={periodChoices}
      />
    </OfficeForm>
  )
}
