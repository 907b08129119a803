import type { NavLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** The short navigation of a guardian. */
export function guardianLinks(): NavLink[] {
  return [
    { href: paths.guardian.home, label: m.guardians_children(), icon: 'home' },
    { href: paths.guardian.account, label: m.guardians_account(), icon: 'settings' },
  ]
}
