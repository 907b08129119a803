import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { passwordRefusal } from '~/http/fresh-password.server'
import { applicationTicket, guardianTicket, invitationTicket, signInTicket } from '~/http/own-cookies.server'
import { findReportSecrets, sealMessageSecret } from '~/models/contact/message-setup/message-keys.server'
import { webhookSecrets } from '~/models/core/schools/payment-keys.server'
import { guardianScope, visitorScope } from '~/models/core/shared/scope.server'
import { acceptOffer, approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { cancelOwnApplication } from '~/models/money/hostels/decide/close-application.server'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { expireOrder } from '~/models/money/shop/orders/cancel-order.server'
import { confirmEmailChange, findEmailChange, requestEmailChange } from '~/models/people/accounts/email-change.server'
import { openAccount } from '~/models/people/accounts/open-account.server'
import { requestPasswordReset, resetPassword } from '~/models/people/accounts/passwords/reset-password.server'
import { keepChallenge, takeChallenge } from '~/models/people/accounts/second-factor/passkeys.server'
import { accountsKnownTo, rememberDevice } from '~/models/people/accounts/sign-in/devices.server'
import {
  type Account,
  findStaffSession,
  findStudentSession,
  openSession,
  type StaffSession,
} from '~/models/people/accounts/sign-in/sessions.server'
import { inviteStaff } from '~/models/people/accounts/staff/invitations.server'
import { findRegistration, openSchool, registerSchool } from '~/models/people/accounts/staff/school-registration.server'
import { findUndo, undoSignInChange } from '~/models/people/accounts/undo-sign-in-change.server'
import { confirmEmail, mailConfirmation } from '~/models/people/guardians/change-sign-in.server'
import {
  findInvitation,
  isSlipOpen,
  makeInvitation,
  proveInvitation,
} from '~/models/people/guardians/invitations.server'
import { savePaymentKeys } from '~/models/people/second-person/save-payment-keys.server'
import { makeEnrollment } from '../factories/academics'
import { newBrowser, signedInStaff } from '../factories/accounts'
import { atEverywhere, momentsAround } from '../factories/days'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { makeHostel, makeHostelApplication, makeRoom } from '../factories/hostels'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { makePayingSchool } from '../factories/paying'
import { makeSchool, makeStaff } from '../factories/school'
import { sandbox } from '../factories/shared-sandbox'
import { makeOrder, makeProduct, readOrder, seenLine } from '../factories/shop'
import { startPayment } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/*
 * Lifetime of each link, code, ticket, session and reservation: tested a millisecond before its end, at the end and a
 * millisecond after it, with the clocks of process and database moved. The lifetimes are written out as the mails state
 * them, instead of using the product's constants, so that a changed constant fails.
 */

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(count * 60)
const days = (count: number) => hours(count * 24)

/** Creates a temporary credential; returns a function that checks whether it is still valid, and may use it up. */
type Make = () => Promise<() => Promise<boolean>>

const visitor = visitorScope()
const password = 'green parrot hill 8'
const newEmail = () => `reader.${unique()}@family.test`
/** Returns another mobile number at each call, because wrong codes are counted per number. */
const newMobile = () => `9${randomInt(1e9).toString().padStart(9, '0')}`

/** Holds the token of a mailed link. */
function tokenBox() {
  const box = {
    token: '',
    linkOf: (token: string) => {
      box.token = token
      return `https://school.test/${token}`
    },
  }
  return box
}

const studentAccount = async () => {
  const student = await makeStudent(await makeSchool(), { email: newEmail() })
  return { student, account: { kind: 'student', schoolId: student.schoolId, id: student.id } as Account }
}

const staffAccount = async () => {
  const staff = await makeStaff(await makeSchool())
  return { staff, account: { kind: 'staff', schoolId: staff.scope.schoolId, id: staff.id } as Account }
}

async function reset(role: Account['kind'], email: string) {
  const box = tokenBox()
  await requestPasswordReset(visitor, role, email, (_email, token) => box.linkOf(token))
  return async () => (await resetPassword(visitor, role, { email, token: box.token, password })).ok
}

/** Starts a change of address that waits for its confirmation. */
async function changeEmail() {
  const { student } = await studentAccount()
  const [box, undo, email] = [tokenBox(), tokenBox(), newEmail()]
  await inTransaction(() => requestEmailChange(student.scope, email, box.linkOf))
  const confirm = async () =>
    (await confirmEmailChange(student.scope, student.publicId, box.token, undo.linkOf)).ok === true
  return { student, confirm, undo }
}

async function undoLink() {
  const { confirm, undo } = await changeEmail()
  expect(await confirm()).toBe(true)
  return undo.token
}

async function invitedGuardian() {
  const school = await makeSchool()
  const contact = newMobile()
  const guardian = await makeGuardian(school, { mobileNumber: contact })
  await linkGuardian(guardian, await makeStudent(school))
  const invitation = await makeInvitation(school.scope, guardian.id)
  if (!invitation.ok) throw new Error(invitation.reason)
  const prove = () => proveInvitation(visitor, { contact, code: invitation.value }, null)
  return { school, guardian, prove }
}

async function registered() {
  const box = tokenBox()
  const facts = { address: `10.1.0.${unique()}`, language: 'en', linkOf: box.linkOf, signInAt: 'sign-in' } as const
  await registerSchool(visitor, { ...schoolForm, email: newEmail() }, facts)
  return box.token
}

const schoolForm = {
  name: 'Gyan Bharati School',
  person: 'Kavita Rao',
  phone: '079 2657 0000',
  address: '14 Ashram Road, Ahmedabad',
}

/** Makes a ticket in a signed cookie, which proves to the next page that the previous one was completed. */
function ticketed<Ticket>(
  ticket: { header: (value: Ticket) => Promise<string>; read: (request: Request) => Promise<Ticket | null> },
  value: Ticket,
): Make {
  return async () => {
    const cookie = (await ticket.header(value)).split(';')[0] ?? ''
    return async () => (await ticket.read(new Request('http://localhost:3000/', { headers: { cookie } }))) !== null
  }
}

const choice = { accounts: ['student:1'], shared: false, redirectTo: '/' }

/** Opens a session of a student, on a shared phone or a private one. */
const studentSession =
  (shared: boolean): Make =>
  async () => {
    const { account } = await studentAccount()
    const { token } = await openAccount(visitor, account, 'full', newBrowser({ shared }))
    return async () => (await findStudentSession(visitor, token)) !== null
  }

const staffSession =
  (stage: 'full' | 'second-factor'): Make =>
  async () => {
    const { account } = await staffAccount()
    const { token } = await openAccount(visitor, account, stage, newBrowser())
    return async () => (await findStaffSession(visitor, token)) !== null
  }

/** Opens a session in constant use, so that its idle limit never ends it. */
const usedSession =
  (idleMinutes: number): Make =>
  async () => {
    const { account } = await studentAccount()
    const token = await openSession(visitor, account, { stage: 'full', idleMinutes })
    await execute('UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) + INTERVAL 1 YEAR WHERE student_id = :id', {
      id: account.id,
    })
    return async () => (await findStudentSession(visitor, token)) !== null
  }

const links: Record<string, [lasts: number, make: Make]> = {
  'the link for a forgotten password of a student': [
    minutes(30),
    async () => reset('student', (await studentAccount()).student.email ?? ''),
  ],
  'the link for a forgotten password of staff': [
    minutes(30),
    async () => reset('staff', (await staffAccount()).staff.email),
  ],
  'the link for a forgotten password of a guardian': [
    minutes(30),
    async () => {
      const { email } = await makeGuardianAccount({ email: newEmail() })
      return reset('guardian', email ?? '')
    },
  ],
  'the link that confirms the new address of a student': [minutes(30), async () => (await changeEmail()).confirm],
  'the note of the address that waits': [
    minutes(30),
    async () => {
      const { student } = await changeEmail()
      return async () => (await findEmailChange(student.scope)) !== null
    },
  ],
  'the link that undoes a change of the sign-in': [
    hours(72),
    async () => {
      const token = await undoLink()
      return async () => (await undoSignInChange(visitor, token)).ok
    },
  ],
  'the page of that link': [
    hours(72),
    async () => {
      const token = await undoLink()
      return async () => (await findUndo(visitor, token)) !== null
    },
  ],
  'the new password after undoing': [
    minutes(30),
    async () => {
      const undone = await undoSignInChange(visitor, await undoLink())
      if (!undone.ok) throw new Error(undone.reason)
      const { email, resetToken: token } = undone.value
      return async () => (await resetPassword(visitor, 'student', { email, token, password })).ok
    },
  ],
  'the invitation of a colleague': [
    days(7),
    async () => {
      const [box, email] = [tokenBox(), newEmail()]
      const { staff } = await staffAccount()
      const invited = await inviteStaff(staff.scope, { name: 'Kavita Rao', email, role: 'office' }, (_to, token) =>
        box.linkOf(token),
      )
      if (!invited.ok) throw new Error(invited.reason)
      return async () => (await resetPassword(visitor, 'staff', { email, token: box.token, password })).ok
    },
  ],
  'the invitation of a guardian': [
    days(30),
    async () => {
      const { prove } = await invitedGuardian()
      return async () => (await prove()).ok
    },
  ],
  'the slip of an invitation, for the office and on the next page': [
    days(30),
    async () => {
      const { school, guardian, prove } = await invitedGuardian()
      const proved = await prove()
      if (!proved.ok) throw new Error(proved.reason)
      const { codeHash } = proved.value
      return async () => {
        const isOpen = (await findInvitation(visitor, codeHash)) !== null
        expect(await isSlipOpen(school.scope, guardian.id, codeHash.slice(0, 16))).toBe(isOpen)
        return isOpen
      }
    },
  ],
  'the link that opens a registered school': [
    hours(48),
    async () => {
      const token = await registered()
      const how = { browser: newBrowser(), approved: false }
      return async () => (await openSchool(visitor, token, { ...schoolForm, password }, how)).ok
    },
  ],
  'the page of that registration': [
    hours(48),
    async () => {
      const token = await registered()
      return async () => (await findRegistration(visitor, token)) !== null
    },
  ],
  'the choice among accounts of students and staff': [
    minutes(5),
    ticketed(signInTicket, { ...choice, applications: [] }),
  ],
  'the choice among accounts of guardians': [minutes(5), ticketed(guardianTicket, choice)],
  'the look at a registration of a student': [minutes(15), ticketed(applicationTicket, { application: 'a' })],
  'the step from a proved invitation to the password': [
    minutes(15),
    ticketed(invitationTicket, { codeHash: 'a', contact: { kind: 'mobile', value: '9876512345' } }),
  ],
  'the password that was given again': [
    minutes(10),
    async () => {
      const session = { confirmedAt: new Date() } as StaffSession
      return async () => (await passwordRefusal(new Request('http://localhost:3000/'), session, '')) === null
    },
  ],
  'the step between password and code': [minutes(10), staffSession('second-factor')],
  'the challenge that a passkey signs': [
    minutes(5),
    async () => {
      const { staff } = await staffAccount()
      const { token } = await signedInStaff(staff)
      await keepChallenge(staff.scope, token, 'to be signed')
      return async () => (await takeChallenge(staff.scope, token)) !== null
    },
  ],
  'a browser that an account knows': [
    days(365),
    async () => {
      const [{ account }, browser] = [await studentAccount(), newBrowser()]
      await rememberDevice(browser, account)
      return async () => (await accountsKnownTo(browser, [account])).browser.length > 0
    },
  ],
  'a bed that is offered': [
    hours(48),
    async () => {
      const school = await makeSchool()
      const room = await makeRoom(await makeHostel(school), { capacity: 1 })
      const boarder = async () => {
        const student = await makeStudent(school, { gender: 'Male' })
        await makeEnrollment(student)
        return { student, application: await makeHostelApplication(student, room) }
      }
      const [inside, waiting] = [await boarder(), await boarder()]
      await approveApplication(school.scope, inside.application.publicId, null)
      await waitlistApplication(school.scope, waiting.application.publicId, null)
      await cancelOwnApplication(inside.student.scope, inside.application.publicId)
      return async () => (await acceptOffer(waiting.student.scope, waiting.application.publicId)).ok
    },
  ],
  'the reservation of an order that is paid online': [
    minutes(30),
    async () => {
      const school = await makePayingSchool(sandbox)
      const student = await makeStudent(school)
      await makeEnrollment(student)
      const order = await makeOrder(student, [seenLine(await makeProduct(school, { stock: 1 }))], 'razorpay')
      return async () => {
        await expireOrder(school.scope, order.id)
        return (await readOrder(order.orderId))?.state === 'placed'
      }
    },
  ],
  'the webhook secret before the last one of the payments': [
    hours(24),
    async () => {
      const school = await makePayingSchool(sandbox)
      const { keyId, webhookSecret } = school.keys
      const saved = await savePaymentKeys(school.scope, { keyId, keySecret: '', webhookSecret: 'another-secret' })
      expect(saved).toMatchObject({ ok: true })
      return async () => (await webhookSecrets(school.scope)).includes(webhookSecret)
    },
  ],
  'the secret before the last one of reports of SMS': [
    hours(24),
    async () => {
      const { id, scope } = await makeSchool()
      await execute(
        `INSERT INTO message_settings (school_id, sms_report_token, sms_report_token_old, sms_report_token_changed_at, updated_at)
         VALUES (:id, :current, :old, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
        {
          id,
          current: sealMessageSecret(id, 'sms_report_token', 'new'),
          old: sealMessageSecret(id, 'sms_report_token', 'old'),
        },
      )
      return async () => (await findReportSecrets(scope)).smsTokens.includes('old')
    },
  ],
  'a session of staff without use': [hours(2), staffSession('full')],
  'a session on a shared phone without use': [minutes(30), studentSession(true)],
  'a session on the own phone without use': [days(7), studentSession(false)],
  'a session on a shared phone whatever the use': [hours(12), usedSession(30)],
  'a session on the own phone whatever the use': [days(30), usedSession(7 * 24 * 60)],
}

it.each(Object.entries(links))('%s: expires exactly at the end of its validity', async (_name, [lasts, make]) => {
  const begun = new Date()
  const asked = []
  for (const [label, moment] of momentsAround(new Date(begun.getTime() + lasts))) {
    const counts = await atEverywhere(begun, make)
    asked.push([label, await atEverywhere(moment, counts)])
  }
  expect(asked).toEqual([
    ['the millisecond before', true],
    ['the moment itself', false],
    ['the millisecond after', false],
  ])
})

it("the link that confirms a guardian's new address is valid for thirty minutes, including the last moment", async () => {
  const begun = new Date()
  for (const [label, moment] of momentsAround(new Date(begun.getTime() + minutes(30)))) {
    const { id, name } = await makeGuardianAccount({ mobileNumber: newMobile() })
    const [box, scope] = [tokenBox(), guardianScope(id, name)]
    const asked = { accountId: id, name, email: newEmail(), emailBefore: null }
    await atEverywhere(begun, () => inTransaction(() => mailConfirmation(asked, 'en', box.linkOf)))
    const confirmed = await atEverywhere(moment, () =>
      confirmEmail(scope, box.token, { keepToken: '', language: 'en' }),
    )
    expect([label, confirmed.ok]).toEqual([label, label !== 'the millisecond after'])
  }
})

describe('the link of a payment', () => {
  // Begins at a whole second, because the provider's times have no fractions.
  const begun = new Date(Math.floor(Date.now() / 1000) * 1000)

  async function begin() {
    const student = await makeStudent(await makePayingSchool(sandbox))
    const dueIds = [(await makeDue(student)).publicId]
    const { linkId } = await atEverywhere(begun, () => startPayment(student.scope, dueIds))
    return { student, dueIds, linkId }
  }

  it('is payable for thirty minutes', async () => {
    const paid = []
    for (const [label, moment] of momentsAround(new Date(begun.getTime() + minutes(30)))) {
      const { linkId } = await begin()
      paid.push([label, await atEverywhere(moment, () => sandbox.pay(linkId)).then(Boolean, () => false)])
    }
    expect(paid).toEqual([
      ['the millisecond before', true],
      ['the moment itself', false],
      ['the millisecond after', false],
    ])
  })

  it('is shown again while at least two minutes remain', async () => {
    const shownAgain = []
    for (const [label, moment] of momentsAround(new Date(begun.getTime() + minutes(28)))) {
      const { student, dueIds, linkId } = await begin()
      const again = await atEverywhere(moment, () => startPayment(student.scope, dueIds))
      shownAgain.push([label, again.linkId === linkId])
    }
    expect(shownAgain).toEqual([
      ['the millisecond before', true],
      ['the moment itself', true],
      ['the millisecond after', false],
    ])
  })
})
