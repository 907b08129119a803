import { Alert } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/** What SP section 8 says where the school has no payment keys. */
export function PaymentNotAvailable() {
  return (
    <Alert tone="warn" title={m.payments_not_available_title()}>
      <p>{m.payments_not_available_text()}</p>
      <p>{m.payments_not_available_footer()}</p>
    </Alert>
  )
}
