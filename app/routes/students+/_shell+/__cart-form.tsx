import { Form } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ErrorSummary } from '~/components/forms'
import { Alert, ButtonLink, EmptyState, LoneLink, PageHead, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { PricedCartLine } from '~/models/money/shop/orders/cart-rules'
import { itemName } from '~/models/money/shop/rules'

type CartLineView = Pick<PricedCartLine, 'productId' | 'name' | 'label' | 'unitPricePaise' | 'quantity'> & {
  id: string
  linePaise: number
  /** Largest quantity available now. */
  max: number
}

type CartPagesProps = { title: string; dropped: number; isEmpty: boolean; above?: ReactNode; children: ReactNode }

/** Frame of cart and checkout: reports lines that the store no longer sells; shows a link to the store when empty. */
export function CartPages({ title, dropped, isEmpty, above, children }: CartPagesProps) {
  return (
    <>
      <PageHead title={title} />
      {dropped > 0 ? <Alert tone="warn" text={m.shop_cart_dropped({ count: dropped })} /> : null}
      {above}
      {isEmpty ? (
        <EmptyState
          icon="store"
          title={m.shop_cart_empty()}
          text={m.shop_cart_empty_text()}
          action={<ButtonLink href={paths.student.shop} label={m.shop_back()} />}
        />
      ) : (
        children
      )}
    </>
  )
}

type CartFormProps = {
  lines: readonly CartLineView[]
  totalPaise: number
  trouble: { wrong: Array<{ id: string; name: string; message: string }>; typed: Record<string, string> } | undefined
}

/**
 * Lines of the cart with their quantities. Without JavaScript the button "Update" saves them; with JavaScript they are
 * saved automatically.
 */
export function CartForm({ lines, totalPaise, trouble }: CartFormProps) {
  // Keeps refused input as it was typed.
  const saved = trouble ? '' : lines.map((line) => `${line.id}:${line.quantity}`).join(' ')
  const form = useSaveOnChange(saved, lines)
  const wrong = new Map(trouble?.wrong.map((one) => [one.id, one.message]))
  return (
    <Form method="post" action={paths.student.cart} noValidate ref={form}>
      <ErrorSummary
        errors={(trouble?.wrong ?? []).map(({ id, name, message }) => ({ id, message: `${name}: ${message}` }))}
      />
      {/* Enter in a quantity presses the first button of the form, so the first one must save. */}
      <button type="submit" name="update" value="1" className="sr" tabIndex={-1} aria-hidden="true" />
      {lines.map((line) => (
        <CartLine
          key={line.id}
          line={line}
          typed={trouble?.typed[line.id]}
          message={wrong.get(`qty-${line.id}`) ?? tooMany(line)}
        />
      ))}
      <div className="card">
        <p role="status">
          {m.shop_subtotal()}: <strong>{formatPaise(totalPaise, { style: 'exact' })}</strong>
        </p>
        <div className="actions">
          <SubmitButton variant="next" name="checkout" value="1" busyText={m.shop_busy()}>
            {m.shop_to_checkout()}
          </SubmitButton>
          <SubmitButton variant="secondary" name="update" value="2" busyText={m.shop_updating()}>
            {m.shop_update()}
          </SubmitButton>
          <a className="btn btn-secondary" href={paths.student.shop}>
            {m.shop_continue()}
          </a>
          <SubmitButton variant="quiet" name="clear" value="1" busyText={m.shop_updating()}>
            {m.shop_clear()}
          </SubmitButton>
        </div>
      </div>
    </Form>
  )
}

/** Error message for a quantity that has become too large since it was added. */
function tooMany({ quantity, max }: CartLineView): string | undefined {
  if (quantity <= max) return undefined
  return max === 0 ? m.shop_quantity_none() : m.shop_quantity_left({ count: max })
}

function CartLine({ line, typed, message }: { line: CartLineView; typed?: string; message?: string }) {
  const name = itemName(line)
  const id = `qty-${line.id}`
  return (
    <section className="card">
      <h2>
        <LoneLink href={paths.student.product(line.productId)} label={name} />
      </h2>
      <p className="soft">{m.shop_each({ price: formatPaise(line.unitPricePaise, { style: 'short' }) })}</p>
      <div className="field">
        <label htmlFor={id}>
          {m.shop_quantity()}
          <span className="sr"> {name}</span>
        </label>
        <input
          className="input input-short"
          id={id}
          name={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          defaultValue={typed ?? String(line.quantity)}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        <p className="error" id={`${id}-error`}>
          {message}
        </p>
      </div>
      <p>
        <strong>{formatPaise(line.linePaise, { style: 'exact' })}</strong>
      </p>
      <div className="actions">
        {message && line.max > 0 ? (
          <SubmitButton variant="secondary" name="take" value={line.id} busyText={m.shop_updating()}>
            {m.shop_take_most({ count: line.max })}
          </SubmitButton>
        ) : null}
        <button type="submit" className="btn btn-secondary" name="remove" value={line.id}>
          {m.shop_remove()}
          <span className="sr"> {name}</span>
        </button>
      </div>
    </section>
  )
}

/**
 * With JavaScript, submits the form by its first button when a field has changed. When the server answers (`answer` is
 * then a new object), sets the fields to the saved quantities, because the server saves an empty quantity as 1. Leaves
 * the field being edited as it is.
 */
function useSaveOnChange(saved: string, answer: object): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const box = form.current
    if (!box) return
    const save = (event: Event) => {
      if (event.target instanceof HTMLInputElement) box.requestSubmit(box.querySelector('button'))
    }
    box.addEventListener('change', save)
    return () => box.removeEventListener('change', save)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal answer must run the effect again
  useEffect(() => {
    for (const pair of saved.split(' ')) {
      const [id = '', quantity = ''] = pair.split(':')
      const field = form.current?.elements.namedItem(`qty-${id}`)
      if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = quantity
    }
  }, [saved, answer])

  return form
}
