import { paths } from '~/http/paths'
import { siteUrl } from '~/services/site.server'

/** Login URL of students as a family would type it: without `https://`. */
export function studentLoginAddress(): string {
  return siteUrl(paths.student.login).replace(/^https?:\/\//, '')
}
