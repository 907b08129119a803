import type { NavLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** Navigation of a guardian; `hasAnswers`: a school's answer to a grievance is unread. */
export function guardianLinks({ hasAnswers }: { hasAnswers: boolean }): NavLink[] {
  const grievances = m.grievances_title()
  return [
    { href: paths.guardian.home, label: m.guardians_children(), icon: 'home' },
    { href: paths.guardian.consents, label: m.consents_title(), icon: 'check' },
    { href: paths.guardian.messages, label: m.messaging_title(), icon: 'bell' },
    {
      href: paths.guardian.grievances,
      label: hasAnswers ? m.grievances_unread({ what: grievances }) : grievances,
      icon: 'info',
    },
    { href: paths.guardian.pay(), label: m.payments_several_title(), icon: 'fees' },
    { href: paths.guardian.payments(), label: m.payments_list_title(), icon: 'receipt' },
    { href: paths.guardian.account, label: m.guardians_account(), icon: 'settings' },
  ]
}
