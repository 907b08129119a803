import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { parseSeen } from './cart-rules'
import { orderMethods } from './options'

const stale = { error: () => m.payments_form_stale() }
const formKey = z.string(stale).regex(/^[\w-]{8,40}$/, stale)

/** What an order says of itself: how it is paid, and what was seen. What it costs is the server's to know. */
export const checkoutSchema = z.object({
  form_key: formKey,
  method: z.enum(orderMethods, { error: () => m.shop_method_missing() }),
  seen: z.string(stale).transform((text, context) => {
    const lines = text === '' ? [] : parseSeen(text)
    if (lines) return lines
    context.addIssue({ code: 'custom', message: m.payments_form_stale() })
    return z.NEVER
  }),
})

/** The form around the products of the store. */
export const storeFormSchema = z.object({ form_key: formKey })
