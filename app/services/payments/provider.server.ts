import { env } from '~/env.server'
import type { PaymentProvider } from './port'
import { razorpayProvider } from './razorpay.server'

/** Razorpay with one school's keys; in the demo its twin, the payment sandbox that PAYMENT_API_URL names. */
export function providerWith(keys: { keyId: string; keySecret: string }): PaymentProvider {
  const { PAYMENT_API_URL: baseUrl, PAYMENT_TIMEOUT_MS: timeoutMs } = env()
  return razorpayProvider({ ...keys, ...(baseUrl ? { baseUrl } : {}), timeoutMs })
}
