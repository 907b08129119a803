import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import { checkDelays, type PaymentStep } from './payment-step'

/** Steps from which the provider's page may still be opened. */
export const payable = new Set<PaymentStep>(['redirecting', 'came-back', 'failed'])

/**
 * Next page to open automatically: the provider's `link`, or this page again for the next check. Null stays on the
 * page.
 */
export function nextMove(step: PaymentStep, page: string, link: string | null, check: number) {
  if (step === 'redirecting' && link) return { to: link, afterSeconds: checkDelays[0] }
  const afterSeconds = step === 'checking' ? checkDelays[check - 1] : undefined
  return afterSeconds ? { to: `${page}?check=${check + 1}`, afterSeconds } : null
}

/** Returns the provider's URL in a form safe for a header; null unless it is http or https. */
export function webAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

type Words = { tone: Tone; title: () => string; text: () => string }

const words: Record<Exclude<PaymentStep, 'checking' | 'paid'>, Words> = {
  redirecting: { tone: 'info', title: m.payments_redirecting, text: m.payments_redirecting_hint },
  'came-back': { tone: 'warn', title: m.payments_unpaid_title, text: m.payments_unpaid_text },
  failed: { tone: 'bad', title: m.payments_failed_title, text: m.payments_failed_text },
  expired: { tone: 'warn', title: m.payments_expired_title, text: m.payments_expired_text },
  'not-started': { tone: 'bad', title: m.payments_failed_title, text: m.payments_provider_down },
  bounced: { tone: 'bad', title: m.payments_bounced_title, text: m.payments_bounced_text },
  cancelled: { tone: 'bad', title: m.payments_cancelled_title, text: m.payments_cancelled_text },
  refunded: { tone: 'info', title: m.payments_refunded_title, text: m.payments_refunded_text },
}

/** Texts for the state of a payment; `isWaited` is true while the page checks again by itself. */
export function wordsOf(
  step: PaymentStep,
  amountPaise: number,
  isWaited: boolean,
): { tone: Tone; title: string; text: string } {
  if (step === 'paid') {
    const amount = formatPaise(amountPaise, { style: 'short' })
    return { tone: 'good', title: m.payments_paid_title(), text: m.payments_paid_text({ amount }) }
  }
  if (step === 'checking') {
    const text = isWaited ? m.payments_checking_text() : m.payments_checking_long()
    return { tone: 'info', title: m.payments_checking_title(), text }
  }
  const { tone, title, text } = words[step]
  return { tone, title: title(), text: text() }
}
