import { expect, it } from 'vitest'
import { inTransaction } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { confirmEmailChange, requestEmailChange } from '~/models/people/accounts/email-change.server'
import { requestPasswordReset } from '~/models/people/accounts/passwords/reset-password.server'
import { takeFactorAway } from '~/models/people/accounts/second-factor/second-factor.server'
import { signInStudent } from '~/models/people/accounts/sign-in/sign-in-student.server'
import { inviteStaff } from '~/models/people/accounts/staff/invitations.server'
import { ifUnchanged, updateStaff } from '~/models/people/accounts/staff/staff.server'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { notifyOfOfficeChange } from '~/models/people/accounts/undo-links.server'
import { mailConfirmation } from '~/models/people/guardians/change-sign-in.server'
import { newBrowser } from '../factories/accounts'
import { makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { unique } from '../factories/insert'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeSecondFactor } from '../factories/second-factor'
import { makeStudent } from '../factories/student'

const visitor = visitorScope()
const link = (...parts: string[]) => `link of ${parts.length}`

/** Texts that an attacker would want the portal to mail. */
const typed = { name: 'Your account is locked', firstName: 'Claim', lastName: 'Yourprize' }
const person = 'Visit Ourbank'
const newAddress = () => `pay-now.${unique()}@evil.test`

/** Account mails that quote a text of the school. Each function sends one and returns the recipient's address. */
const mails: Record<string, (school: Awaited<ReturnType<typeof makeSchool>>) => Promise<string>> = {
  'an invitation': async (school) => {
    const to = newAddress()
    const owner = await makeStaff(school, { name: person })
    await inviteStaff(owner.scope, { name: person, email: to, role: 'office' }, link)
    return to
  },
  'the former address of a colleague': async (school) => {
    const to = newAddress()
    const [owner, other] = [
      await makeStaff(school, { name: person }),
      await makeStaff(school, { name: person, email: to, role: 'office' }),
    ]
    const { version = 1 } = (await findStaffUser(school.scope, other.publicId)) ?? {}
    const fields = { name: person, email: newAddress(), role: 'office' as const }
    expect(await updateStaff(owner.scope, other.publicId, ifUnchanged(version, fields), link)).toEqual({ ok: true })
    return to
  },
  'a second factor that is taken away': async (school) => {
    const to = newAddress()
    const [owner, other] = [
      await makeStaff(school, { name: person }),
      await makeStaff(school, { name: person, email: to }),
    ]
    await makeSecondFactor(other)
    expect(await takeFactorAway(owner.scope, other.publicId)).toEqual({ ok: true })
    return to
  },
  'a forgotten password of a student': async (school) => {
    const to = newAddress()
    await makeStudent(school, { ...typed, email: to, password: 'blue kite river' })
    await requestPasswordReset(visitor, 'student', to, link)
    return to
  },
  'a forgotten password of a colleague': async (school) => {
    const to = newAddress()
    await makeStaff(school, { name: person, email: to })
    await requestPasswordReset(visitor, 'staff', to, link)
    return to
  },
  'a forgotten password of a guardian': async (school) => {
    const to = newAddress()
    const account = await makeGuardianAccount({ name: person, email: to })
    await makeGuardian(school, { accountId: account.id })
    await requestPasswordReset(visitor, 'guardian', to, link)
    return to
  },
  'a new address of a guardian': async (school) => {
    const to = newAddress()
    const account = await makeGuardianAccount({ name: person })
    await makeGuardian(school, { accountId: account.id })
    const asking = { accountId: account.id, name: person, email: to, emailBefore: null }
    await inTransaction(() => mailConfirmation(asking, 'en', link))
    // An unapproved school can create any number of such accounts, so these mails count towards its daily limit.
    expect(await readRows('SELECT school_id AS schoolId FROM outgoing_mail WHERE to_address = :to', { to })).toEqual([
      { schoolId: (await isApproved(school.id)) ? null : school.id },
    ])
    return to
  },
  'a new address of a student': async (school) => {
    const to = newAddress()
    const student = await makeStudent(school, typed)
    await inTransaction(() => requestEmailChange(student.scope, to, link))
    return to
  },
  'the former address of a student': async (school) => {
    const to = newAddress()
    const student = await makeStudent(school, { ...typed, email: to })
    let token = ''
    await inTransaction(() =>
      requestEmailChange(student.scope, newAddress(), (made) => {
        token = made
        return ''
      }),
    )
    expect(await confirmEmailChange(student.scope, student.publicId, token, link)).toMatchObject({ ok: true })
    return to
  },
  'the former address of a student whom the office changed': async (school) => {
    const to = newAddress()
    const student = await makeStudent(school, typed)
    await inTransaction(() => notifyOfOfficeChange(school.scope, { id: student.id, emailBefore: to }))
    return to
  },
  'many wrong dates of birth': async (school) => {
    const students = []
    for (let made = 0; made < 2; made++) students.push(await makeStudent(school, { dateOfBirth: '2011-08-15' }))
    for (const { email } of [...students, ...students])
      await signInStudent(visitor, { name: email ?? '', password: '2010-01-01', browser: newBrowser() })
    return school.email
  },
}

async function isApproved(id: number): Promise<boolean> {
  const [row] = await readRows<{ at: Date | null }>('SELECT approved_at AS at FROM schools WHERE id = :id', { id })
  return row?.at !== null
}

const anyTyped = /locked|Claim|Yourprize|Visit|Ourbank|pay-now|evil/

it.each(Object.entries(mails))(
  '%s: the mail contains texts of the school only after the school is approved',
  async (_, send) => {
    for (const approved of [false, true]) {
      const school = await makeSchool({ approved, name: typed.name })
      const to = await send(school)
      const sent = await readRows<{ subject: string; text: string }>(
        'SELECT subject, body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
        { to },
      )
      expect(sent).toHaveLength(1)
      const words = sent.map(({ subject, text }) => `${subject}\n${text}`).join()
      if (approved) expect(words).toMatch(anyTyped)
      else expect(words).not.toMatch(anyTyped)
    }
  },
)
