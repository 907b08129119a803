import { env } from '~/env.server'
import type { PaymentProvider } from './port'
import { razorpayProvider } from './razorpay.server'

/** Returns Razorpay with one school's keys; in the demo, the payment sandbox of PAYMENT_API_URL. */
export function providerWith(keys: { keyId: string; keySecret: string }): PaymentProvider {
  const { PAYMENT_API_URL: baseUrl, PAYMENT_TIMEOUT_MS: timeoutMs } = env()
  return razorpayProvider({ ...keys, ...(baseUrl ? { baseUrl } : {}), timeoutMs })
}
