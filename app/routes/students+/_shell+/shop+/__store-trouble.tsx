import { ErrorSummary } from '~/components/forms/error-summary'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'

type StoreTroubleProps = {
  trouble: { title: string; messages: string[]; sizeWanted: string | null; noKeys: boolean } | undefined
}

/** Why a button did nothing; nothing while all is well. */
export function StoreTroubleBox({ trouble }: StoreTroubleProps) {
  if (!trouble) return null
  const id = trouble.sizeWanted ? `size-${trouble.sizeWanted}` : undefined
  return (
    <>
      <ErrorSummary title={trouble.title} errors={trouble.messages.map((message) => ({ id, message }))} />
      {trouble.noKeys ? <PaymentNotAvailable /> : null}
    </>
  )
}
