import type { EmptyList } from '~/components/forms/empty-lists'
import { schoolPaths } from '~/http/school-paths'
import type { Permission } from '~/models/people/accounts/staff/permissions'

const session: [string, { href: string; label: string }, Permission] = [
  'academic session',
  { href: schoolPaths.newSession, label: 'Add session' },
  'academics:edit',
]

/** What a new school may lack, by name of the select field: noun, link that adds one, and permission for the link. */
const things: Record<string, [noun: string, link: { href: string; label: string }, may: Permission]> = {
  academic_session: session,
  session,
  class: ['class', { href: schoolPaths.newClass, label: 'Add class' }, 'academics:edit'],
  section: ['section', { href: schoolPaths.newSection, label: 'Add section' }, 'academics:edit'],
  subject: ['subject', { href: schoolPaths.newSubject, label: 'Add subject' }, 'academics:edit'],
  fee: ['fee', { href: schoolPaths.newFee, label: 'Add fee' }, 'fees:edit'],
  fare: ['fare', { href: schoolPaths.newFareStructure, label: 'Add fare' }, 'transport:edit'],
  route: ['route', { href: schoolPaths.newRoute, label: 'Add route' }, 'transport:edit'],
  run: ['vehicle on any route', { href: schoolPaths.vehicles, label: 'Vehicles and their routes' }, 'transport:edit'],
  notice: ['published privacy notice', { href: schoolPaths.privacyNotices, label: 'Privacy notices' }, 'consents:edit'],
  guardian: ['guardian who may decide', { href: schoolPaths.guardians, label: 'Guardians' }, 'students:edit'],
  room: ['room to choose', { href: schoolPaths.hostels, label: 'Hostels and their rooms' }, 'hostels:edit'],
}

/** Messages for empty selects, with the link for users who may follow it. */
export function officeEmptyLists(may: (permission: Permission) => boolean): Record<string, EmptyList> {
  return Object.fromEntries(
    Object.entries(things).map(([name, [noun, add, permission]]) => [
      name,
      may(permission)
        ? { words: `There is no ${noun} yet.`, add }
        : { words: `There is no ${noun} yet. Ask a colleague who may add one.` },
    ]),
  )
}
