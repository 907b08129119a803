import { useLoaderData } from '@remix-run/react'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { siblingForm } from '~/models/money/fees/sibling-fields'
import { feeNamesOfSession, findSiblingRule, saveSiblingRule } from '~/models/money/fees/sibling-rule.server'

export const handle = pageTitle(() => 'Rule of the sibling concession', { hasForm: true })

const page = editing({
  may: 'fees:edit',
  form: siblingForm,
  find: findSiblingRule,
  more: async ({ feeName, fee }, scope) => ({
    fees: choicesOf(await feeNamesOfSession(scope)),
    missing: feeName !== null && fee === null ? feeName : null,
  }),
  update: (scope, _at, version, values) => saveSiblingRule(scope, version, values),
  refusals: { 'no-such-fee': { fee: 'Select a fee of the current session' } },
  updated: () => schoolPaths.siblingConcessions,
  message: () => 'No concession is given or ended yet: check the changes, then apply the rule.',
})
export const loader = page.loader
export const action = page.action

export default function SiblingRulePage() {
  const { more } = useLoaderData<typeof loader>()
  const hint = more.missing === null ? undefined : `Currently “${more.missing}”, which no class has in this session`
  return (
    <FormPage<typeof loader>
      form={siblingForm}
      title="Rule of the sibling concession"
      context="Saving does not give or end any concession; you see the changes first."
      cancelHref={schoolPaths.siblingConcessions}
      known={() => ({ fee: { options: more.fees, ...(hint === undefined ? {} : { hint }) } })}
    />
  )
}
