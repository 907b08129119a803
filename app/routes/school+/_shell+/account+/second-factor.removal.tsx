import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { parseForm, redirectWithToast, requireAnyStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { removeOwnFactor } from '~/models/accounts/remove-second-factor.server'
import { findSecondFactor } from '~/models/accounts/second-factor.server'
import { changeFactorSchema } from '~/models/accounts/second-factor-schema'
import { changeFactorErrors } from '~/routes/school+/__second-factor.server'
import { ChangeFactorForm } from './__change-factor-form'

export const handle = pageTitle(() => m.factor_off_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  if (!(await findSecondFactor(scope)).confirmedAt) throw redirect(schoolPaths.account)
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const form = await parseForm(request, changeFactorSchema, { secret: ['current_password'] })
  if (!form.ok) return form.reply()
  const errors = await changeFactorErrors(request, staff, form.value)
  if (errors) return form.refuse(null, errors)
  await removeOwnFactor(staff.scope)
  const toast = { type: 'success', title: m.accounts_updated(), message: m.factor_is_off() } as const
  return redirectWithToast(schoolPaths.account, toast)
}

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
