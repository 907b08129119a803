import { paths } from '~/http/paths'
import { siteUrl } from '~/services/site.server'

/** The address that a school enters in its Razorpay account. */
export function webhookUrl(schoolPublicId: string): string {
  return siteUrl(paths.webhook(schoolPublicId))
}
