import { ErrorSummary } from '~/components/forms'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { ButtonLink, LinkParagraph, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

type StoreHeadProps = { title: string; context?: string; pieces: number; signedIn: boolean }

/** Head of the store's pages: link to the cart, and for a visitor the next step. */
export function StoreHead({ title, context, pieces, signedIn }: StoreHeadProps) {
  return (
    <>
      <PageHead
        title={title}
        context={context}
        action={
          <ButtonLink href={paths.student.cart} variant="next" icon="store">
            {m.shop_cart_link({ count: pieces })}
          </ButtonLink>
        }
      />
      {signedIn ? (
        <LinkParagraph href={paths.student.orders} label={m.shop_orders_title()} />
      ) : (
        <p className="soft">{m.shop_visitor_hint()}</p>
      )}
    </>
  )
}

type StoreTroubleProps = {
  trouble: { title: string; messages: string[]; sizeWanted: string | null; isOnlineOff: boolean } | undefined
}

export function StoreTroubleBox({ trouble }: StoreTroubleProps) {
  if (!trouble) return null
  const id = trouble.sizeWanted ? `size-${trouble.sizeWanted}` : undefined
  return (
    <>
      <ErrorSummary title={trouble.title} errors={trouble.messages.map((message) => ({ id, message }))} />
      {trouble.isOnlineOff ? <PaymentNotAvailable /> : null}
    </>
  )
}
