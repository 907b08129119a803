import type { NewLink, ProviderResult } from '../../app/services/payments/port'

let references = 0

/** Returns a link of ₹1,234.00 with a unique reference. */
export function newLink(changes: Partial<NewLink> = {}): NewLink {
  references += 1
  return {
    amountPaise: 123400,
    referenceId: `FEE-${references}`,
    description: 'Tuition, April 2026',
    customer: { name: 'Asha Patel', email: 'asha.patel@demo.shala.test', contact: '98765 43210' },
    callbackUrl: 'http://127.0.0.1:3000/students/payments/abc/callback?from=link',
    expiresAt: new Date(Date.now() + 20 * 60_000),
    notes: { payment: 'abc' },
    ...changes,
  }
}

/** Unwraps a result; throws its failure as an error. */
export function unwrap<T>(result: ProviderResult<T>): T {
  if (!result.ok) throw new Error(result.message)
  return result.value
}
