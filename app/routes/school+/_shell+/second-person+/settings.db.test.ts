import type { ActionFunctionArgs } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { countQueries } from '~/database/work.server'
import { findPaymentKeys } from '~/models/core/schools/payment-keys.server'
import { findSettings, settingsVersion } from '~/models/core/schools/settings.server'
import { hostels } from '~/models/money/hostels/hostels.server'
import { ifUnchanged, renameSelf, setStaffStatus, updateStaff } from '~/models/people/accounts/staff/staff.server'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { listSecondPersons } from '~/models/people/second-person/ask.server'
import { changeStaff, changeStaffStatus } from '~/models/people/second-person/change-staff.server'
import { labelOf } from '~/models/people/second-person/options'
import { refuseRequest } from '~/models/people/second-person/requests.server'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { entriesOf } from '../../../../../tests/factories/audit'
import { makeHostel } from '../../../../../tests/factories/hostels'
import { makePayingSchool } from '../../../../../tests/factories/paying'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { addTestMerchant } from '../../../../../tests/factories/sandbox'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { backdateRights, lastRequest, makeTwoOwners, ownPassword } from '../../../../../tests/factories/second-person'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { action as editHostel } from '../_hostels+/hostels.$id.edit'
import { action as newHostel } from '../_hostels+/hostels.new'
import { action as saveFees } from '../settings+/fees'
import { loader as openOverview } from '../settings+/index'
import { action as saveKeys } from '../settings+/payments.index'
import { action as removeKeys } from '../settings+/payments.removal'
import { loader as openLimit, action as saveLimit } from '../settings+/second-person'
import { action as editStaff } from '../staff+/$id.edit'
import { action as saveStatus } from '../staff+/$id.status'
import { action as agree } from './$id.index'

type Action = (args: ActionFunctionArgs) => Promise<unknown>

async function post(action: Action, staff: Pick<MadeStaff, 'id' | 'scope'>, form: Record<string, string>, id?: string) {
  const { cookie } = await signedInStaff(staff)
  const request = new Request('http://localhost:3000/', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(form),
  })
  const answer = await action({ request, params: id ? { id } : {}, context: {} }).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '', said: '' }
  const { data, init } = answer as { data: unknown; init: { status?: number } | null }
  return { status: init?.status ?? 0, to: '', said: JSON.stringify(data) }
}

const password = { own_password: ownPassword }
const account = { bank_name: 'Bank of Baroda', bank_account_number: '38220100004711', bank_ifsc_code: 'BARB0NAVRAN' }
const fees = { fine_kind: 'none', part_payment_allowed: 'on', ...account }

const versionOf = async (school: MadeSchool) => ({ version: String(await settingsVersion(school.scope)) })

/** Recipients of the mails with this subject. */
async function toldOf(school: MadeSchool, subject: string): Promise<string[]> {
  const rows = await readRows<{ to: string }>(
    'SELECT to_address AS `to` FROM outgoing_mail WHERE school_id = :id AND subject = :subject ORDER BY id',
    { id: school.id, subject },
  )
  return rows.map(({ to }) => to)
}

const waitingId = async (school: MadeSchool) => (await lastRequest(school))?.publicId ?? ''

describe('bank account for fees', () => {
  it('requires the password for each change, and notifies all owners', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school, null)
    const form = { ...fees, ...(await versionOf(school)) }
    expect(await post(saveFees, asker, form)).toMatchObject({
      status: 422,
      said: expect.stringContaining('Password is required'),
    })
    expect((await findSettings(school.scope)).bankName).toBeNull()
    expect(await post(saveFees, asker, { ...form, ...password })).toMatchObject({ status: 303 })
    expect(await findSettings(school.scope)).toMatchObject({ bankAccountNumber: '38220100004711' })
    expect(await toldOf(school, 'The bank account for school fees was changed')).toEqual([asker.email, second.email])
    const other = { ...fees, part_payment_allowed: '', ...(await versionOf(school)) }
    expect(await post(saveFees, asker, other)).toMatchObject({ status: 303 })
    expect(await findSettings(school.scope)).toMatchObject({ partPaymentAllowed: false })
  })

  it('waits for a second person while the other rules are saved, and refuses approval by the requester', async () => {
    const school = await makeSchool()
    const { asker, second, accounts } = await makeTwoOwners(school)
    const save = async (form: Record<string, string>) =>
      post(saveFees, asker, { ...form, ...password, ...(await versionOf(school)) })
    expect(await save(fees)).toMatchObject({ status: 303 })
    expect(await findSettings(school.scope)).toMatchObject({ bankName: null, partPaymentAllowed: true })
    const id = await waitingId(school)
    expect(await lastRequest(school)).toMatchObject({ kind: 'fee-account', state: 'waiting' })
    const { cookie } = await signedInStaff(second)
    const request = new Request('http://localhost:3000/school/settings', { headers: { cookie } })
    const overview = await countQueries(() => openOverview({ request, params: {}, context: {} }))
    expect(overview.count).toBeLessThanOrEqual(6)
    expect(overview.value.requests).toMatchObject([{ publicId: id, kind: 'fee-account', askedByName: asker.name }])
    expect((await save({ ...fees, bank_name: 'Another bank' })).said).toContain('already waiting for a second person')
    expect((await post(agree, asker, password, id)).status).toBe(422)
    // Saving other settings in between does not invalidate the request.
    expect(await save({ fine_kind: 'none' })).toMatchObject({ status: 303 })
    expect((await post(agree, accounts, password, id)).said).toContain('Your role may not do this')
    const both = await Promise.all([post(agree, second, password, id), post(agree, second, password, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await findSettings(school.scope)).toMatchObject({ bankName: 'Bank of Baroda', partPaymentAllowed: false })
    expect(await entriesOf(school, 'fee-account.saved')).toHaveLength(1)
    expect((await openOverview({ request, params: {}, context: {} })).requests).toEqual([])
    expect(await toldOf(school, 'The bank account for school fees was changed')).toEqual([asker.email, second.email])
  })
})

const boarding = {
  name: 'Lakeside',
  gender_type: 'mixed',
  hostel_type: 'standard',
  address: '12 Lake Road, Anand',
  warden_name: 'Mr Desai',
  contact_number: '98250 12345',
  security_deposit: '10000',
  meal_plan_fee: '3000',
  is_active: 'on',
}

const keysForm = async () => {
  const { keyId, keySecret, webhookSecret } = await addTestMerchant(sandbox)
  return { keyId, form: { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret, password: ownPassword } }
}

describe('bank account of a hostel', () => {
  it('waits for an owner when a clerk edits it', async () => {
    const school = await makeSchool()
    const { second } = await makeTwoOwners(school)
    const clerk = await makeStaff(school, { role: 'office', password: ownPassword })
    const hostel = await makeHostel(school, { withBank: false })
    const form = { ...boarding, ...account, version: '1' }
    expect((await post(editHostel, clerk, form, hostel.publicId)).said).toContain('Password is required')
    expect(await post(editHostel, clerk, { ...form, ...password }, hostel.publicId)).toMatchObject({ status: 303 })
    expect(await hostels.find(school.scope, hostel.publicId)).toMatchObject({
      name: 'Lakeside',
      bankName: null,
      requests: [{ publicId: await waitingId(school), kind: 'hostel-account' }],
    })
    expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
    expect(await hostels.find(school.scope, hostel.publicId)).toMatchObject({ bankName: 'Bank of Baroda', version: 3 })
    expect(await entriesOf(school, 'hostel.account-changed')).toHaveLength(1)
  })

  it('waits for an owner when a new hostel has a bank account', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school)
    const form = { ...boarding, ...account, form_key: newFormKey() }
    expect((await post(newHostel, asker, form)).said).toContain('Password is required')
    const made = await post(newHostel, asker, { ...form, ...password })
    const id = made.to.split('/').at(-1) ?? ''
    expect(await hostels.find(school.scope, id)).toMatchObject({ name: 'Lakeside', bankAccountNumber: null })
    expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
    expect(await hostels.find(school.scope, id)).toMatchObject({ bankAccountNumber: '38220100004711' })
  })
})

describe('payment keys', () => {
  it('are not changed by one owner alone', async () => {
    const school = await makePayingSchool(sandbox)
    const { asker, second } = await makeTwoOwners(school)
    const { keyId, form } = await keysForm()
    expect((await post(saveKeys, asker, { ...form, password: '', ...(await versionOf(school)) })).said).toContain(
      'Password is required',
    )
    expect(await post(saveKeys, asker, { ...form, ...(await versionOf(school)) })).toMatchObject({
      to: `/school/second-person/${await waitingId(school)}`,
    })
    expect((await findPaymentKeys(school.scope))?.keyId).toBe(school.keys.keyId)
    expect(await post(agree, asker, password, await waitingId(school))).toMatchObject({ status: 422 })
    expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
    expect((await findPaymentKeys(school.scope))?.keyId).toBe(keyId)
    expect(await toldOf(school, 'The payment keys were changed')).toEqual([asker.email, second.email])
    const row = await readRow('SELECT * FROM second_person_requests WHERE school_id = :id', { id: school.id })
    expect(JSON.stringify(row)).not.toContain(form.key_secret)
  })

  it('are not removed by one owner alone, nor by a request that is older than the current keys', async () => {
    const school = await makePayingSchool(sandbox)
    const { asker, second } = await makeTwoOwners(school)
    expect((await post(removeKeys, asker, {})).said).toContain('Password is required')
    await post(removeKeys, asker, password)
    const removal = await waitingId(school)
    const { keyId, form } = await keysForm()
    await post(saveKeys, asker, { ...form, ...(await versionOf(school)) })
    expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
    expect((await post(agree, second, password, removal)).said).toContain('It was changed in the meantime')
    expect((await findPaymentKeys(school.scope))?.keyId).toBe(keyId)
    await post(removeKeys, asker, password)
    expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
    expect(await findPaymentKeys(school.scope)).toBeNull()
  })

  it('are changed at once, with a mail to the owners, in a school without the second-person rule', async () => {
    const school = await makePayingSchool(sandbox)
    const { asker, second } = await makeTwoOwners(school, null)
    const { keyId, form } = await keysForm()
    expect(await post(saveKeys, asker, { ...form, ...(await versionOf(school)) })).toMatchObject({ status: 303 })
    expect((await findPaymentKeys(school.scope))?.keyId).toBe(keyId)
    expect(await toldOf(school, 'The payment keys were changed')).toEqual([asker.email, second.email])
  })
})

describe('two owners at once', () => {
  /** Posts the change for one of the two owners. */
  type Change = (owner: MadeStaff) => ReturnType<typeof post>
  const makeOwner = async (school: MadeSchool) => {
    const owner = await makeStaff(school, { password: ownPassword })
    await backdateRights(owner, 30)
    return owner
  }
  const changes: [kind: string, action: string, prepare: (school: MadeSchool) => Promise<Change>][] = [
    [
      'fee-account',
      'fee-account.saved',
      async (school) => {
        const version = await versionOf(school)
        return (owner) => post(saveFees, owner, { ...fees, ...password, ...version })
      },
    ],
    [
      'hostel-account',
      'hostel.account-changed',
      async (school) => {
        const { publicId } = await makeHostel(school, { withBank: false })
        return (owner) => post(editHostel, owner, { ...boarding, ...account, ...password, version: '1' }, publicId)
      },
    ],
    [
      'payment-keys',
      'payment-keys.saved',
      async (school) => {
        const { form } = await keysForm()
        const version = await versionOf(school)
        return (owner) => post(saveKeys, owner, { ...form, ...version })
      },
    ],
    ['payment-keys-removal', 'payment-keys.removed', async () => (owner) => post(removeKeys, owner, password)],
    [
      'limit',
      'second-person.limit-saved',
      async (school) => {
        const version = await versionOf(school)
        return (owner) => post(saveLimit, owner, { second_person: '', ...password, ...version })
      },
    ],
    [
      'owner-removal',
      'staff.deactivated',
      async (school) => {
        const { publicId } = await makeOwner(school)
        return (owner) => post(saveStatus, owner, { status: 'inactive', ...password }, publicId)
      },
    ],
    [
      'owner-demotion',
      'staff.updated',
      async (school) => {
        const { publicId, name, email, scope } = await makeOwner(school)
        const { version } = (await findStaffUser(scope, publicId)) ?? {}
        const form = { name, email, role: 'office', version: String(version), ...password }
        return (owner) => post(editStaff, owner, form, publicId)
      },
    ],
  ]

  it.each(changes)(
    'leave one request when both ask, which is carried out once when all agree: %s',
    async (kind, action, prepare) => {
      const school = await makePayingSchool(sandbox)
      const { asker, second } = await makeTwoOwners(school)
      const third = await makeOwner(school)
      const change = await prepare(school)
      const before = (await entriesOf(school, action)).length
      await Promise.all([change(asker), change(second)])
      const requests = await readRows<{ kind: string; publicId: string; askedBy: number }>(
        'SELECT kind, public_id AS publicId, asked_by AS askedBy FROM second_person_requests WHERE school_id = :id',
        { id: school.id },
      )
      expect(requests).toMatchObject([{ kind }])
      expect(await entriesOf(school, action)).toHaveLength(before)
      const [request] = requests
      const agreeing = [asker, second, third].map(async (owner) => {
        const { status } = await post(agree, owner, password, request?.publicId)
        return { isRequester: owner.id === request?.askedBy, status }
      })
      const answers = await Promise.all(agreeing)
      expect(answers.find(({ isRequester }) => isRequester)?.status).toBe(422)
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422])
      expect(await entriesOf(school, action)).toHaveLength(before + 1)
      expect(await lastRequest(school)).toMatchObject({ state: 'done', payload: null })
    },
  )
})

describe('second-person limit', () => {
  const save = async (school: MadeSchool, staff: MadeStaff, rupees: string, form = password) =>
    post(saveLimit, staff, { second_person: rupees, ...form, ...(await versionOf(school)) })
  const limitOf = async (school: MadeSchool) => (await findSettings(school.scope)).secondPersonPaise

  it('requires the password and another owner before it can be switched on', async () => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: ownPassword })
    expect((await save(school, owner, '10000')).said).toContain('Another owner is needed first')
    const { asker, second } = await makeTwoOwners(school, null)
    expect((await save(school, asker, '10000', { own_password: '' })).said).toContain('Password is required')
    expect(await save(school, asker, '10000')).toMatchObject({ status: 303 })
    expect(await limitOf(school)).toBe(10_000_00)
    expect(await toldOf(school, 'The second-person rule was changed')).toContain(second.email)
  })

  it('is lowered by one owner, and raised or switched off by two', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school, 10_000_00)
    expect(await save(school, asker, '5000')).toMatchObject({ to: '/school/settings' })
    expect(await limitOf(school)).toBe(5000_00)
    for (const [rupees, paise] of [
      ['6000', 6000_00],
      ['', null],
    ] as const) {
      const before = await limitOf(school)
      expect((await save(school, asker, rupees)).to).toBe(`/school/second-person/${await waitingId(school)}`)
      expect(await limitOf(school)).toBe(before)
      expect(await post(agree, asker, password, await waitingId(school))).toMatchObject({ status: 422 })
      expect(await post(agree, second, password, await waitingId(school))).toMatchObject({ status: 303 })
      expect(await limitOf(school)).toBe(paise)
    }
  })

  it('has a page that lists possible second persons, and those who are still too new', async () => {
    const school = await makeSchool()
    const { asker, second, accounts } = await makeTwoOwners(school, null)
    await backdateRights(second, 1)
    const { cookie } = await signedInStaff(asker)
    const request = new Request('http://localhost:3000/school/settings/second-person', { headers: { cookie } })
    const { more } = await openLimit({ request, params: {}, context: {} })
    expect(more.owners.map(({ name, isTrusted }) => ({ name, isTrusted }))).toEqual([
      { name: second.name, isTrusted: false },
    ])
    expect(more.payers.map(({ name }) => name).sort()).toEqual([accounts.name, second.name].sort())
  })
})

describe('sign-in of another owner', () => {
  const deeds = {
    'owner-removal': (by: MadeStaff, whom: MadeStaff) => changeStaffStatus(by.scope, whom.publicId, 'inactive'),
    'owner-demotion': async (by: MadeStaff, { publicId, name, email }: MadeStaff) => {
      const version = (await findStaffUser(by.scope, publicId))?.version ?? 0
      return changeStaff(by.scope, publicId, version, { name, email, role: 'office' }, () => 'http://localhost:3000/')
    },
  }
  const kinds = ['owner-removal', 'owner-demotion'] as const
  const isOwner = async (of: MadeStaff) => {
    const found = await findStaffUser(of.scope, of.publicId)
    return found?.state === 'active' && found.role === 'owner'
  }

  it.each(kinds)('remains until a second person agrees to end it, and the owner is notified: %s', async (kind) => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school)
    const third = await makeStaff(school, { password: ownPassword })
    await backdateRights(third, 30)
    // Restoring an active sign-in changes nothing: it must not make the user a new owner.
    expect(await changeStaffStatus(asker.scope, second.publicId, 'active')).toEqual({ ok: true })
    expect(await deeds[kind](asker, second)).toMatchObject({ ok: false, reason: 'waits', isOther: false })
    expect(await isOwner(second)).toBe(true)
    expect(await lastRequest(school)).toMatchObject({ kind, state: 'waiting' })
    expect(await toldOf(school, `${labelOf(kind)}: a second person is needed`)).toContain(second.email)
    expect(await post(agree, asker, password, await waitingId(school))).toMatchObject({ status: 422 })
    expect(await isOwner(second)).toBe(true)
    const id = await waitingId(school)
    expect(await refuseRequest(second.scope, id, 'I stay')).toEqual({ ok: false, reason: 'own-rights' })
    const answers = await Promise.all([post(agree, third, password, id), post(agree, third, password, id)])
    expect(answers.map(({ status }) => status)).toContain(303)
    expect(await isOwner(second)).toBe(false)
    expect(await lastRequest(school)).toMatchObject({ state: 'done', payload: null })
    expect(await toldOf(school, 'You are no longer an owner')).toEqual([second.email])
  })

  it.each(kinds)(
    'ends once a second person agrees, although the owner renames herself in between: %s',
    async (kind) => {
      const school = await makeSchool()
      const { asker, second } = await makeTwoOwners(school)
      const third = await makeStaff(school, { password: ownPassword })
      await backdateRights(third, 30)
      expect(await deeds[kind](asker, second)).toMatchObject({ reason: 'waits' })
      expect(await renameSelf(second.scope, 'Another Name')).toEqual({ ok: true, value: undefined })
      expect(await post(agree, third, password, await waitingId(school))).toMatchObject({ status: 303 })
      expect(await isOwner(second)).toBe(false)
      expect(await findStaffUser(asker.scope, second.publicId)).toMatchObject({ name: 'Another Name' })
    },
  )

  it('is not demoted again by a request that was waiting while another role was saved', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school)
    const third = await makeStaff(school, { password: ownPassword })
    await backdateRights(third, 30)
    await deeds['owner-demotion'](asker, second)
    await backdateRights(second, 1)
    const { version = 0 } = (await findStaffUser(asker.scope, second.publicId)) ?? {}
    const fields = { name: second.name, email: second.email, role: 'accounts' } as const
    expect(await changeStaff(third.scope, second.publicId, version, fields, () => '')).toMatchObject({ ok: true })
    expect((await post(agree, third, password, await waitingId(school))).said).toContain('It was changed')
    expect(await findStaffUser(asker.scope, second.publicId)).toMatchObject({ role: 'accounts' })
  })

  it.each(kinds)(
    'ends at once without the second-person rule, or while the owner is too new to be a second person: %s',
    async (kind) => {
      const school = await makeSchool()
      const { asker, second } = await makeTwoOwners(school, null)
      expect(await deeds[kind](asker, second)).toMatchObject({ ok: true })
      expect(await toldOf(school, 'You are no longer an owner')).toEqual([second.email])
      const other = await makeSchool()
      const owners = await makeTwoOwners(other)
      const stranger = await makeStaff(other)
      await backdateRights(stranger, 1)
      expect(await deeds[kind](owners.asker, stranger)).toMatchObject({ ok: true })
      expect(await isOwner(stranger)).toBe(false)
    },
  )

  it('redirects from the owner’s status page to the waiting request', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school)
    const answer = await post(saveStatus, asker, { status: 'inactive', ...password }, second.publicId)
    expect(answer).toMatchObject({ status: 303, to: `/school/second-person/${await waitingId(school)}` })
    expect(await isOwner(second)).toBe(true)
  })
})

describe('account', () => {
  it('cannot be a second person for a week after a change of role or address, or a reactivation', async () => {
    const school = await makeSchool()
    const { asker, accounts } = await makeTwoOwners(school)
    const mayAgree = async () => {
      const found = await listSecondPersons(school.scope, 'second-person:view', asker.id)
      return found.find(({ id }) => id === accounts.id)?.isTrusted
    }
    const linkOf = () => 'http://localhost:3000/'
    const update = async (fields: { name?: string; email?: string; role?: 'office' | 'accounts' }) => {
      const row = await readRow<{ version: number; email: string; name: string; role: 'office' | 'accounts' }>(
        'SELECT version, email, name, role FROM staff_users WHERE id = :id',
        { id: accounts.id },
      )
      if (!row) throw new Error('Gone')
      const { version, ...before } = row
      expect(
        await updateStaff(asker.scope, accounts.publicId, ifUnchanged(version, { ...before, ...fields }), linkOf),
      ).toMatchObject({ ok: true })
    }
    expect(await mayAgree()).toBe(true)
    await update({ name: 'Another name' })
    expect(await mayAgree()).toBe(true)
    await update({ email: `new.${accounts.email}` })
    expect(await mayAgree()).toBe(false)
    await backdateRights(accounts, 7)
    expect(await mayAgree()).toBe(true)
    await update({ role: 'office' })
    expect(await mayAgree()).toBe(false)
    await backdateRights(accounts, 7)
    await setStaffStatus(asker.scope, accounts.publicId, 'inactive')
    await setStaffStatus(asker.scope, accounts.publicId, 'active')
    expect(await mayAgree()).toBe(false)
  })
})
