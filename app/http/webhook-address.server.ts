import { siteUrl } from '~/services/site.server'
import { paths } from './paths'

/** The address that a school enters in its Razorpay account. */
export function webhookUrl(schoolPublicId: string): string {
  return siteUrl(paths.webhook(schoolPublicId))
}
