import { redirect } from '@remix-run/node'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { paymentKeysView } from '~/models/core/schools/payment-keys.server'
import { removePaymentKeys } from '~/models/people/second-person/save-payment-keys.server'

export const handle = pageTitle(() => 'Remove payment keys', { hasForm: true })

const page = deciding({
  may: 'settings:edit',
  find: async (scope) => {
    const keys = await paymentKeysView(scope)
    if (!keys.configured) throw redirect(schoolPaths.paymentKeys)
    return keys
  },
  more: ({ keyIdEnding }) => keyIdEnding,
  asksPassword: 'always',
  decide: (scope) => removePaymentKeys(scope),
  refusals: { changed: 'Another person changed the keys since you opened this page.' },
  decided: () => schoolPaths.paymentKeys,
  message: 'Keys removed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Remove payment keys',
  context: ({ more }) => `Razorpay key •••• ${more}`,
  submit: 'Remove keys',
  isDangerous: true,
  backHref: schoolPaths.paymentKeys,
  explanation: (
    <p>
      Do you want to remove the keys? Students can no longer pay online. Earlier payments are kept, and a payment in
      progress is still recorded.
    </p>
  ),
})
