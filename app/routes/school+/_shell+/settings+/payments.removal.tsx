import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/components/forms/error-summary'
import { PasswordField } from '~/components/forms/password-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { paymentKeysView } from '~/models/schools/payment-keys.server'
import { removeKeysSchema } from '~/models/schools/payment-keys-schema'
import { removePaymentKeys } from '~/models/schools/remove-payment-keys.server'

export const handle = pageTitle(() => 'Remove payment keys', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const { configured, keyIdEnding } = await paymentKeysView(staff.scope)
  if (!configured) throw redirect(schoolPaths.paymentKeys)
  return { keyIdEnding, asksPassword: !isPasswordFresh(staff) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, removeKeysSchema, { secret: ['password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await passwordRefusal(request, staff, form.value.password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  await removePaymentKeys(staff.scope)
  return redirectWithToast(schoolPaths.paymentKeys, { type: 'success', title: 'Updated!', message: 'Keys removed.' })
}

export default function RemovePaymentKeysPage() {
  const { keyIdEnding, asksPassword } = useLoaderData<typeof loader>()
  const { form, fields } = useServerForm<{ password: string }>({
    id: 'removal',
    lastResult: useActionData<typeof action>(),
  })
  const { name, id, errors } = fieldProps(fields.password)
  return (
    <>
      <PageHead title="Remove payment keys" context={`Razorpay key •••• ${keyIdEnding}`} />
      <Card>
        <ErrorSummary errors={(errors ?? []).map((message) => ({ id, message }))} />
        <p>
          Do you want to remove the keys? Students can no longer pay online. Earlier payments are kept, and a payment in
          progress is still recorded.
        </p>
        <Form method="post" {...form}>
          {asksPassword ? (
            <PasswordField
              {...{ name, id, errors }}
              label="Your own password"
              required
              autoComplete="current-password"
            />
          ) : null}
          <div className="actions">
            <SubmitButton variant="danger" busyText="Removing...">
              Remove keys
            </SubmitButton>
            <ButtonLink variant="secondary" href={schoolPaths.paymentKeys}>
              Keep the keys
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
