import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { bankAccountOf, isSameAccount } from '~/models/core/schools/bank-account'
import { checkFeeRules, findSettings } from '~/models/core/schools/settings.server'
import { accountRefusals, feeRulesForm } from '~/models/core/schools/settings-fields'
import { saveFeeRules } from '~/models/people/second-person/fee-account.server'

export const handle = pageTitle(() => 'Payment rules', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: feeRulesForm,
  schema: schemaOf(feeRulesForm, checkFeeRules),
  find: findSettings,
  update: (scope, _at, version, values) => saveFeeRules(scope, values, version),
  // A change of the bank account requires the password even if it was entered recently, since families pay into it.
  asksPassword: (_staff, typedValues, stored) =>
    (!typedValues || !isSameAccount(typedValues, bankAccountOf(stored as typeof typedValues))) && 'always',
  refusals: accountRefusals,
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: feeRulesForm,
  title: 'Payment rules',
  context: 'Online payment, the account for bank transfers, and the late fine.',
  passwordHint: 'Needed when the bank account changes',
  cancelHref: schoolPaths.settings,
})
