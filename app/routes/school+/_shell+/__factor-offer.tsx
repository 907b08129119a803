import { Form } from '@remix-run/react'
import { ButtonLink, Card, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

/** Suggests a second factor to staff who handle money; can be dismissed. */
export function FactorOffer() {
  return (
    <Card title="Keep your sign-in safe">
      <p>You handle the school’s money. With two-step sign-in, a stolen password alone does not open your account.</p>
      <Form method="post" action={schoolPaths.closeFactorOffer} className="actions">
        <ButtonLink href={schoolPaths.setUpFactor} variant="secondary" label="Set up two-step sign-in" />
        <SubmitButton variant="quiet" busyText="Saving...">
          Not now
        </SubmitButton>
      </Form>
    </Card>
  )
}
