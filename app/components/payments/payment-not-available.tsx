import { Alert } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/** Message when the school has no payment keys (student specification, section 8). */
export function PaymentNotAvailable() {
  return (
    <Alert tone="warn" title={m.payments_not_available_title()}>
      <p>{m.payments_not_available_text()}</p>
      <p>{m.payments_not_available_footer()}</p>
    </Alert>
  )
}
