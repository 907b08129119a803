import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { RecoveryCodes } from '~/components/accounts/recovery-codes'
import { Card, PageHead } from '~/components/ui'
import { parseForm, requireAnyStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { renewRecoveryCodes } from '~/models/accounts/recovery-codes.server'
import { findSecondFactor } from '~/models/accounts/second-factor.server'
import { inGroups } from '~/models/accounts/second-factor-rules'
import { changeFactorSchema } from '~/models/accounts/second-factor-schema'
import { changeFactorErrors } from '~/routes/school+/__second-factor.server'
import { ChangeFactorForm } from './__change-factor-form'

export const handle = pageTitle(() => m.factor_new_codes_title(), { hasForm: true })

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
  return { codes: (await renewRecoveryCodes(staff.scope)).map(inGroups) }
}

export default function RecoveryCodesPage() {
  const answer = useActionData<typeof action>()
  if (answer && 'codes' in answer) {
    return (
      <>
        <PageHead title={m.factor_codes_title()} />
        <Card>
          <RecoveryCodes codes={answer.codes} nextHref={schoolPaths.account} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHead title={m.factor_new_codes_title()} />
      <ChangeFactorForm
        text={m.factor_new_codes_text()}
        button={m.factor_new_codes_button()}
        cancelHref={schoolPaths.account}
        lastResult={answer}
      />
    </>
  )
}
