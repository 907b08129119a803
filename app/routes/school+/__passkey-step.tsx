import { Form } from '@remix-run/react'
import { type PasskeyRequest, usePasskey } from '~/components/accounts/use-passkey'
import { Alert, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type PasskeyStepProps = {
  /** What a passkey is to sign, once the button was pressed. */
  asked: PasskeyRequest | null
  redirectTo: string
}

/** The second step by a passkey; nothing where the browser runs no script or knows no passkeys. */
export function PasskeyStep({ asked, redirectTo }: PasskeyStepProps) {
  const { form, isAble, isAsking, hasFailed } = usePasskey(asked)
  if (!isAble) return null
  return (
    <Form method="post" ref={form}>
      {hasFailed ? <Alert tone="bad" title={m.factor_passkey_not_given()} /> : null}
      <input type="hidden" name="passkey" />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <SubmitButton variant="secondary" busyText={m.factor_step_busy()} className="btn-full" disabled={isAsking}>
        {m.factor_passkey_use()}
      </SubmitButton>
    </Form>
  )
}
