import { asObject } from './entities'
import type { ProviderCode, ProviderFailure } from './port'

/** Razorpay's messages that the program acts on. Their code cannot tell them apart: it is always BAD_REQUEST_ERROR. */
const CAUSES: readonly [RegExp, ProviderCode][] = [
  [/reference.?id.*(already attempted|already exists)/i, 'reference-used'],
  [/cannot cancel.*already paid/i, 'link-paid'],
  [/cannot cancel.*(expired|cancelled)/i, 'link-closed'],
  [/id provided does not exist|is not a valid id|invalid input \[strippedId\]/i, 'not-found'],
  [/greater than (the )?amount captured|fully refunded already/i, 'refund-too-large'],
]

const TIMED_OUT = new Set(['ERR_CANCELED', 'ECONNABORTED', 'ETIMEDOUT'])

/**
 * Converts a rejection of the razorpay package, `{ statusCode, error: { code, description } }`, into a failure. Status
 * 0 means no answer; 408, 409 (an equal refund is in progress), 425 and 429 ask for a retry.
 */
export function failureFrom(thrown: unknown): ProviderFailure {
  const status = Number(asObject(thrown)?.statusCode ?? 0)
  const error = asObject(asObject(thrown)?.error)
  const code = typeof error?.code === 'string' ? error.code : undefined
  const description = typeof error?.description === 'string' ? error.description : ''

  if (status === 401) return { ok: false, reason: 'bad-keys', message: description || 'Authentication failed', code }
  const inProgress = status === 409 && /in progress/i.test(description)
  if (status >= 400 && status < 500 && ![408, 425, 429].includes(status) && !inProgress) {
    const cause = CAUSES.find(([sentence]) => sentence.test(description))?.[1] ?? code
    return { ok: false, reason: 'refused', message: description || 'The request was refused.', code: cause }
  }
  if (status >= 400) {
    return {
      ok: false,
      reason: 'unreachable',
      message: description || `The payment provider answered ${status}.`,
      code,
    }
  }
  const timedOut = code !== undefined && TIMED_OUT.has(code)
  return {
    ok: false,
    reason: 'unreachable',
    message: timedOut ? 'The payment provider did not answer in time.' : 'The payment provider could not be reached.',
    code: timedOut ? 'timeout' : 'no-answer',
  }
}
