import { pageTitle, schoolPaths } from '~/http/school-paths'
import { checkFeeRules, findSettings, saveFeeRules } from '~/models/schools/settings.server'
import { feeRulesForm } from '~/models/schools/settings-fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Payment rules', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: feeRulesForm,
  schema: schemaOf(feeRulesForm, checkFeeRules),
  find: findSettings,
  update: (scope, _at, version, values) => saveFeeRules(scope, values, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default function FeeRulesPage() {
  return (
    <FormPage<typeof loader>
      form={feeRulesForm}
      title="Payment rules"
      context="What students may pay online, the account for bank transfers, and the late fine."
      cancelHref={schoolPaths.settings}
    />
  )
}
