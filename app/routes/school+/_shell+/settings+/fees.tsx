import { pageTitle, schoolPaths } from '~/http/school-paths'
import { bankAccountOf, isSameAccount } from '~/models/schools/bank-account'
import { checkFeeRules, findSettings } from '~/models/schools/settings.server'
import { accountRefusals, feeRulesForm } from '~/models/schools/settings-fields'
import { saveFeeRules } from '~/models/second-person/fee-account.server'
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
  // A recent password does not suffice, since families pay into the account.
  asksPassword: (_staff, typed, stored) =>
    (!typed || !isSameAccount(typed, bankAccountOf(stored as typeof typed))) && 'always',
  refusals: accountRefusals,
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
      passwordHint="Needed when the bank account changes"
      cancelHref={schoolPaths.settings}
    />
  )
}
