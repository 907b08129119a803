import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { orderMethods } from '../options'
import { parseShownLines } from './cart-rules'

const stale = { error: () => m.payments_form_stale() }
const formKey = z.string(stale).regex(/^[\w-]{8,40}$/, stale)

/** Order form: payment method and the lines shown. The server computes the price. */
export const checkoutSchema = z.object({
  form_key: formKey,
  method: z.enum(orderMethods, { error: () => m.shop_method_missing() }),
  seen: z.string(stale).transform((text, context) => {
    const lines = text === '' ? [] : parseShownLines(text)
    if (lines) return lines
    context.addIssue({ code: 'custom', message: m.payments_form_stale() })
    return z.NEVER
  }),
})

export const storeFormSchema = z.object({ form_key: formKey })
