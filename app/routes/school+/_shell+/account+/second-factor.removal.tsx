import { useActionData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { removeOwnFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { ChangeFactorForm } from './__change-factor-form'
import { changingFactor } from './__changing-factor.server'

export const handle = pageTitle(() => m.factor_off_title(), { hasForm: true })

const page = changingFactor(async (scope) => {
  await removeOwnFactor(scope)
  const toast = { type: 'success', title: m.accounts_updated(), message: m.factor_is_off() } as const
  return redirectWithToast(schoolPaths.account, toast)
})
export const loader = page.loader
export const action = page.action

export default function RemoveFactorPage() {
  return (
    <>
      <PageHead title={m.factor_off_title()} />
      <ChangeFactorForm
        text={m.factor_off_text()}
        button={m.factor_off_button()}
        isDangerous
        cancelHref={schoolPaths.account}
        lastResult={useActionData<typeof action>()}
      />
    </>
  )
}
