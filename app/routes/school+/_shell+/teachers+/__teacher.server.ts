import { refusePermission } from '~/http/route.server'
import { invitationLink } from '~/http/sign-in.server'
import { choicesOf, type Option, optionsOf } from '~/kit/forms/fields'
import { signInWords, teacherRefusals } from '~/models/people/academics/academic-fields'
import { signInChoices, teacherRecords } from '~/models/people/academics/teachers.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'

/**
 * Options that both teacher forms share. Assigning a sign-in grants rights: only users who may grant rights see that
 * field, and must enter their password again to change it.
 */
export const teacherForms = {
  ...teacherRecords(invitationLink),
  may: 'academics:edit',
  refusals: { ...teacherRefusals, 'too-many-mails': { email: tooManyMails } },
  /** @throws Response 403 for a posted sign-in without the right to assign one */
  asksPassword: (staff: StaffSession, typedValues?: { signIn: string | null }, thing: { signIn?: string } = {}) => {
    const maySignIns = mayStaff(staff.role, 'staff:edit')
    if (!typedValues) return maySignIns
    if (typedValues.signIn === null || typedValues.signIn === (thing.signIn ?? 'none')) return false
    return maySignIns || refusePermission(staff, 'staff:edit')
  },
} as const

/** Sign-ins that a teacher can get; null for users who may not assign any. */
export async function signInsFor(staff: StaffSession, teacherId: number | null): Promise<Option[] | null> {
  if (!mayStaff(staff.role, 'staff:edit')) return null
  const choices = await signInChoices(staff.scope, teacherId)
  const labelledChoices = choices.map((one) => ({ ...one, name: `${one.name} (${one.email})` }))
  return [...optionsOf(signInWords), ...choicesOf(labelledChoices)]
}

/** Additional message after an invitation was mailed. */
export const invitedWords = ({ signIn }: { signIn: string | null }) =>
  signIn === 'invite' ? 'The invitation is on its way.' : undefined
