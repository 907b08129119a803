import { redirect } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { InviteSelection } from '~/models/people/guardians/invite.server'
import { siteUrl } from '~/services/site.server'

export const activationAddress = () => siteUrl(paths.guardian.activate)

/**
 * People to invite, from a form or URL: one guardian, or the guardians of a class. Null if none is named or an id is
 * invalid.
 */
export function readInvitees(fields: FormData | URLSearchParams): InviteSelection | null {
  const readField = (name: string) => String(fields.get(name) ?? '')
  if (isPublicId(readField('guardian'))) return { guardian: readField('guardian') }
  const section = readField('section')
  if (!isPublicId(readField('class')) || (section !== '' && !isPublicId(section))) return null
  return { class: readField('class'), section, again: readField('again') === 'on' }
}

export const inviteTroubles = {
  choose: 'Choose a class: slips are made class by class.',
  nobody:
    'No one here can be invited: each guardian is already activated or invited, has no valid number or address, or has no right for a child.',
  'too-many': 'There are too many at once. Choose a section.',
  'too-many-mails':
    'This exceeds the number of e-mails that the school may send today. Print slips, or choose a section.',
} as const

export type InviteTrouble = keyof typeof inviteTroubles

/**
 * Redirects to the page of invitations, with the selection and the reason. Of the form's fields, only ids and the
 * checkbox `again` go into the URL.
 */
export function backToInvite(form: FormData, trouble: InviteTrouble): Response {
  const idOf = (name: string) => [String(form.get(name) ?? '')].find(isPublicId) ?? ''
  const again = form.get('again') === 'on' ? 'on' : ''
  const filters = { guardian: idOf('guardian'), class: idOf('class'), section: idOf('section'), again }
  return redirect(listHref(schoolPaths.inviteGuardians, { ...filters, trouble }))
}
