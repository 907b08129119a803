import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import type { InvitationSlip } from '~/models/people/guardians/invite.server'
import { renderSlips, type SlipsView } from './slips.server'

export type GuardianSlipsView = SlipsView<InvitationSlip & { needed: string }>

/** Invitations of guardians, each in the family's language. Never prints the full mobile number. */
export function renderGuardianSlips(view: GuardianSlipsView): Promise<Uint8Array> {
  return renderSlips(
    view,
    ({ children, code, needed, validUntil, language }, say) => ({
      title: say(m.family_slip_title),
      size: 9.5,
      rows: [
        { label: say(m.family_slip_children), value: children, isStrong: true },
        { label: say(m.family_slip_address), value: view.address },
        { label: say(m.family_slip_code), value: code, isStrong: true, size: 13 },
        { label: say(m.family_slip_needed), value: needed },
        { label: say(m.family_slip_until), value: formatDay(validUntil, language) },
      ],
      next: say(m.family_slip_then),
    }),
    m.family_slip_title({}, { locale: 'en' }),
  )
}
