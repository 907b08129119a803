import { useActionData } from '@remix-run/react'
import { RecoveryCodes } from '~/components/accounts/recovery-codes'
import { Card, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { renewRecoveryCodes } from '~/models/people/accounts/second-factor/recovery-codes.server'
import { inGroups } from '~/models/people/accounts/second-factor/second-factor-rules'
import { ChangeFactorForm } from './__change-factor-form'
import { changingFactor } from './__changing-factor.server'

export const handle = pageTitle(() => m.factor_new_codes_title(), { hasForm: true })

const page = changingFactor(async (scope) => ({ codes: (await renewRecoveryCodes(scope)).map(inGroups) }))
export const loader = page.loader
export const action = page.action

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
