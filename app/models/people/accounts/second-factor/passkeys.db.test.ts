import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { newBrowser, signedInStaff } from '../../../../../tests/factories/accounts'
import { entriesOf } from '../../../../../tests/factories/audit'
import { advanceClocks, stopClocks } from '../../../../../tests/factories/days'
import { type Device, makeDevice, makePasskey } from '../../../../../tests/factories/passkeys'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { appCode, makeSecondFactor } from '../../../../../tests/factories/second-factor'
import { holdLock, untilLockWait } from '../../../../../tests/reliability/stage'
import { findStaffSession } from '../sign-in/sessions.server'
import { signInStaff } from '../sign-in/sign-in-staff.server'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  requestPasskey,
  startPasskey,
  takePasskeyAnswer,
} from './passkeys.server'
import { passSecondStepByPasskey, proveSecondFactor } from './prove-second-factor.server'
import { findSecondFactor, removeOwnFactor, takeFactorAway } from './second-factor.server'

stopClocks()

const visitor = visitorScope()
const password = 'Banyan-by-the-gate-4'
const wrong = { ok: false, reason: 'wrong-code' }

let school: MadeSchool
let owner: MadeStaff
let clerk: MadeStaff
let key: string

beforeEach(async () => {
  school = await makeSchool()
  owner = await makeStaff(school)
  clerk = await makeStaff(school, { role: 'accounts', password })
  key = await makeSecondFactor(clerk)
})

/** Starts to add a passkey in a new session, and sends the device's response. */
async function add(staff: MadeStaff, device: Device, odd: Parameters<Device['make']>[1] = {}) {
  const { token } = await signedInStaff(staff)
  const started = await startPasskey(staff.scope, staff, token)
  if (!started.ok) return started
  return addPasskey(staff.scope, { name: 'My phone', passkey: device.make(started.value, odd) }, token)
}

/** Signs in up to the second step; returns the session and its passkey options. */
async function atSecondStep(staff = clerk) {
  const browser = newBrowser()
  const signedIn = await signInStaff(visitor, { email: staff.email, password, browser })
  if (!signedIn.ok) throw new Error(signedIn.reason)
  expect(signedIn.value.stage).toBe('second-factor')
  const { token } = signedIn.value
  const options = await requestPasskey(staff.scope, token)
  return {
    token,
    options,
    pass: (answer: string) => passSecondStepByPasskey(staff.scope, answer, { ...browser, oldToken: token }),
  }
}

const eventsOf = async (staff: MadeStaff) =>
  (
    await readRows<{ kind: string }>('SELECT kind FROM security_events WHERE school_id = :schoolId ORDER BY id', {
      schoolId: staff.scope.schoolId,
    })
  ).map((row) => row.kind)

/** Moves the time of the challenge back by `seconds`. */
const pass = (token: string, seconds: number) =>
  execute('UPDATE sessions SET passkey_asked_at = passkey_asked_at - INTERVAL :seconds SECOND WHERE id_hash = :hash', {
    seconds,
    hash: hashToken(token),
  })

describe('addPasskey', () => {
  it('accepts a passkey created by a device for this session, and records it in the logs', async () => {
    const device = makeDevice()
    expect(await add(clerk, device)).toEqual({ ok: true })
    const [added] = await listPasskeys(clerk.scope)
    expect(added).toMatchObject({ name: 'My phone', counter: 1, transports: ['hybrid', 'internal'], lastUsedAt: null })
    expect(added?.credentialId).toEqual(device.credentialId)
    expect(added?.publicKey).toEqual(device.publicKey)
    expect((await findSecondFactor(clerk.scope)).passkeys).toBe(1)
    expect(await eventsOf(clerk)).toContain('passkey-added')
    expect(await entriesOf(school, 'passkey.added')).toEqual([
      { kind: 'staff', id: clerk.id, by: 'staff', details: { name: 'My phone' } },
    ])
    expect(await listPasskeys(owner.scope)).toEqual([])
  })

  it('requests a passkey for this user and site, without attestation, valid for five minutes', async () => {
    const made = makeDevice()
    await add(clerk, made)
    const started = await startPasskey(clerk.scope, clerk, (await signedInStaff(clerk)).token)
    expect(started).toMatchObject({
      value: {
        rp: { id: 'localhost', name: 'Shala' },
        user: { name: clerk.email, id: Buffer.from(clerk.publicId).toString('base64url') },
        attestation: 'none',
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
        timeout: 300_000,
        authenticatorSelection: { userVerification: 'preferred' },
        excludeCredentials: [{ id: made.credentialId.toString('base64url') }],
      },
    })
  })

  it.each<[string, Parameters<Device['make']>[1]]>([
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['another origin', { origin: 'https://shala.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['an answer to another question', { type: 'webauthn.get' }],
    ['nobody at the device', { isUntouched: true }],
    ['a certificate of the maker', { maker: 'certificate' }],
  ])('refuses %s', async (_what, odd) => {
    expect(await add(clerk, makeDevice(), odd)).toEqual({ ok: false, reason: 'not-right' })
    expect(await listPasskeys(clerk.scope)).toEqual([])
  })

  it.each(['', '{', 'null', '[]', '{"id":"a"}', 'x'.repeat(8000)])(
    'refuses %j, which no browser sends',
    async (sent) => {
      const { token } = await signedInStaff(clerk)
      await startPasskey(clerk.scope, clerk, token)
      expect(await addPasskey(clerk.scope, { name: 'x', passkey: sent }, token)).toEqual({
        ok: false,
        reason: 'not-right',
      })
    },
  )

  it('accepts self attestation', async () => {
    expect(await add(clerk, makeDevice(), { maker: 'itself' })).toEqual({ ok: true })
  })

  it.each([-35, -36, -37, -65535])('refuses the algorithm %d, which was not requested', async (algorithm) => {
    expect(await add(clerk, makeDevice({ algorithm }))).toEqual({ ok: false, reason: 'not-right' })
  })

  it('refuses a credential id of more than 1,023 bytes', async () => {
    expect(await add(clerk, makeDevice({ credentialId: Buffer.alloc(1024, 7) }))).toMatchObject({ reason: 'not-right' })
    expect(await add(clerk, makeDevice({ credentialId: Buffer.alloc(1023, 7) }))).toEqual({ ok: true })
  })

  it('accepts each challenge once, only in its own session and within five minutes', async () => {
    const [one, other] = [await signedInStaff(clerk), await signedInStaff(clerk)]
    const start = async (token: string) => {
      const started = await startPasskey(clerk.scope, clerk, token)
      if (!started.ok) throw new Error(started.reason)
      return started.value
    }
    const send = (passkey: string, token: string) => addPasskey(clerk.scope, { name: 'x', passkey }, token)
    const notRight = { ok: false, reason: 'not-right' }
    const options = await start(one.token)
    expect(await send(makeDevice().make(options), other.token)).toEqual(notRight)
    expect(await send(makeDevice().make(options), one.token)).toEqual({ ok: true })
    expect(await send(makeDevice().make(options), one.token)).toEqual(notRight)
    const late = await start(one.token)
    await pass(one.token, 301)
    expect(await send(makeDevice().make(late), one.token)).toEqual(notRight)
    const asked = await start(one.token)
    await pass(one.token, 290)
    expect(await send(makeDevice().make(asked), one.token)).toEqual({ ok: true })
    const twice = await start(one.token)
    const sent = await Promise.all([0, 1].map(() => send(makeDevice().make(twice), one.token)))
    expect(sent.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('refuses a passkey when the user has no app codes as a fallback', async () => {
    expect(await add(owner, makeDevice())).toEqual({ ok: false, reason: 'no-factor' })
    await makeSecondFactor(owner, { confirmed: false })
    expect(await add(owner, makeDevice())).toEqual({ ok: false, reason: 'no-factor' })
  })

  it('refuses a passkey that this user or another has already registered', async () => {
    const device = makeDevice()
    await add(clerk, device)
    await makeSecondFactor(owner)
    expect(await add(clerk, device)).toEqual({ ok: false, reason: 'not-right' })
    expect(await add(owner, device)).toEqual({ ok: false, reason: 'not-right' })
  })

  it('refuses more than ten passkeys, even when several are added concurrently', async () => {
    for (let had = 0; had < 9; had++) await makePasskey(clerk)
    const sent = await Promise.all([0, 1, 2].map(() => add(clerk, makeDevice())))
    expect(sent.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await add(clerk, makeDevice())).toEqual({ ok: false, reason: 'too-many' })
    expect((await findSecondFactor(clerk.scope)).passkeys).toBe(10)
  })
})

describe('passSecondStepByPasskey', () => {
  it('replaces the session after a valid answer, and records the use of the passkey', async () => {
    const { device } = await makePasskey(clerk)
    const step = await atSecondStep()
    expect(step.options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: device.credentialId.toString('base64url'), transports: ['internal'] }],
    })
    const passed = await step.pass(device.answer(step.options))
    if (!passed.ok) throw new Error(passed.reason)
    expect(passed.value).toMatchObject({ stage: 'full' })
    expect((await findStaffSession(visitor, passed.value.token))?.stage).toBe('full')
    expect(await findStaffSession(visitor, step.token)).toBeNull()
    const [used] = await listPasskeys(clerk.scope)
    expect(used?.counter).toBe(1)
    expect(used?.lastUsedAt).toBeInstanceOf(Date)
    expect((await eventsOf(clerk)).at(-1)).toBe('signed-in')
  })

  it.each<[string, Parameters<Device['answer']>[1]]>([
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['another origin', { origin: 'https://shala.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['an answer to another question', { type: 'webauthn.create' }],
    ['nobody at the device', { isUntouched: true }],
  ])('refuses %s, counts it and records it in the log', async (_what, odd) => {
    const { device } = await makePasskey(clerk)
    const step = await atSecondStep()
    expect(await step.pass(device.answer(step.options, odd))).toEqual(wrong)
    expect((await findStaffSession(visitor, step.token))?.stage).toBe('second-factor')
    expect(await eventsOf(clerk)).toContain('wrong-code')
    const [row] = await readRows<{ failures: number }>('SELECT failures FROM throttles WHERE bucket = :bucket', {
      bucket: `factor:staff:${clerk.id}`,
    })
    expect(row?.failures).toBe(1)
  })

  it('refuses a signature with one bit changed, and one by another key', async () => {
    const { device } = await makePasskey(clerk)
    const step = await atSecondStep()
    const answer = JSON.parse(device.answer(step.options))
    const signature = Buffer.from(answer.response.signature, 'base64url')
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
    answer.response.signature = signature.toString('base64url')
    expect(await step.pass(JSON.stringify(answer))).toEqual(wrong)
    const again = await atSecondStep()
    const forger = makeDevice({ credentialId: device.credentialId })
    expect(await again.pass(forger.answer(again.options))).toEqual(wrong)
  })

  it('refuses a colleague’s passkey and an unknown one', async () => {
    await makeSecondFactor(owner)
    const { device } = await makePasskey(owner)
    await makePasskey(clerk)
    const step = await atSecondStep()
    expect(await step.pass(device.answer(step.options))).toEqual(wrong)
    const again = await atSecondStep()
    expect(await again.pass(makeDevice().answer(again.options))).toEqual(wrong)
  })

  it('accepts each challenge once, even with three concurrent answers', async () => {
    const { device } = await makePasskey(clerk)
    const step = await atSecondStep()
    const answers = [0, 1, 2].map(() => device.answer(step.options))
    const sent = await Promise.all(answers.map((answer) => takePasskeyAnswer(clerk.scope, answer, step.token)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await step.pass(device.answer(step.options))).toEqual(wrong)
    // A wrong answer uses up the challenge as well.
    const again = await requestPasskey(clerk.scope, step.token)
    expect(await step.pass('{}')).toEqual(wrong)
    expect(await step.pass(device.answer(again))).toEqual(wrong)
  })

  it('accepts an answer only in the session of the challenge, for five minutes', async () => {
    const { device } = await makePasskey(clerk)
    const [one, other] = [await atSecondStep(), await atSecondStep()]
    expect(await other.pass(device.answer(one.options))).toEqual(wrong)
    await pass(one.token, 301)
    expect(await one.pass(device.answer(one.options))).toEqual(wrong)
    const asked = await requestPasskey(clerk.scope, one.token)
    await pass(one.token, 290)
    expect(await one.pass(device.answer(asked))).toMatchObject({ ok: true })
  })

  it('refuses a counter that did not increase, since the key may have been copied', async () => {
    const { device } = await makePasskey(clerk)
    const counting = async (counter: number) => {
      const step = await atSecondStep()
      return takePasskeyAnswer(clerk.scope, device.answer(step.options, { counter }), step.token)
    }
    expect(await counting(7)).toBe(true)
    expect(await counting(7)).toBe(false)
    expect(await counting(6)).toBe(false)
    expect(await counting(0)).toBe(false)
    expect(await counting(8)).toBe(true)
    // Three concurrent sessions send the same key and counter: all have read the old counter before one can write.
    const steps = await Promise.all([0, 1, 2].map(() => atSecondStep()))
    const held = await holdLock(() =>
      readRows('SELECT id FROM passkeys WHERE staff_user_id = :id FOR UPDATE', { id: clerk.id }),
    )
    const sending: Array<Promise<boolean>> = []
    for (const [index, { options, token }] of steps.entries()) {
      // Each writes a later time of last use, so that a wrong write would change the row and count.
      advanceClocks(1)
      sending.push(takePasskeyAnswer(clerk.scope, device.answer(options, { counter: 9 }), token))
      await untilLockWait({ about: 'UPDATE passkeys SET counter = 9,%', waiters: index + 1 })
    }
    await held.release()
    const sent = await Promise.all(sending)
    expect(sent.filter(Boolean)).toHaveLength(1)
  })

  it('accepts repeated answers of an authenticator without a counter', async () => {
    const { device } = await makePasskey(clerk, { counts: false })
    for (let times = 0; times < 2; times++) {
      const step = await atSecondStep()
      expect(await step.pass(device.answer(step.options))).toMatchObject({ ok: true })
      advanceClocks(1)
    }
  })

  it('applies the delay after wrong codes to passkeys too', async () => {
    const { device } = await makePasskey(clerk)
    for (let tries = 0; tries < 4; tries++) expect(await proveSecondFactor(clerk.scope, '000000')).toEqual(wrong)
    const step = await atSecondStep()
    expect(await step.pass(device.answer(step.options))).toMatchObject({ ok: false, reason: 'slowed' })
    await execute('UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) WHERE bucket = :bucket', {
      bucket: `factor:staff:${clerk.id}`,
    })
    const again = await atSecondStep()
    expect(await again.pass(device.answer(again.options))).toMatchObject({ ok: true })
    expect(await proveSecondFactor(clerk.scope, appCode(key))).toMatchObject({ ok: true })
  })
})

describe('removePasskey', () => {
  it('removes only the user’s own passkey, which is then refused, and ends other sessions', async () => {
    const [lost, kept] = [await makePasskey(clerk), await makePasskey(clerk, { name: 'Office computer' })]
    const [here, elsewhere] = [await signedInStaff(clerk), await signedInStaff(clerk)]
    expect(await removePasskey(owner.scope, lost.publicId, here.token)).toEqual({ ok: false, reason: 'not-found' })
    expect(await removePasskey(clerk.scope, lost.publicId, here.token)).toEqual({ ok: true })
    expect(await removePasskey(clerk.scope, lost.publicId, here.token)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findStaffSession(visitor, here.token)).not.toBeNull()
    expect(await findStaffSession(visitor, elsewhere.token)).toBeNull()
    expect((await listPasskeys(clerk.scope)).map(({ name }) => name)).toEqual(['Office computer'])
    expect(await eventsOf(clerk)).toContain('passkey-removed')
    const step = await atSecondStep()
    expect(await step.pass(lost.device.answer(step.options))).toEqual(wrong)
    expect(await step.pass(kept.device.answer(await requestPasskey(clerk.scope, step.token)))).toMatchObject({
      ok: true,
    })
  })

  it('removes passkeys when app codes are removed', async () => {
    await makePasskey(clerk)
    await takeFactorAway(owner.scope, clerk.publicId)
    await makeSecondFactor(clerk)
    expect(await listPasskeys(clerk.scope)).toEqual([])
    await makePasskey(clerk)
    await removeOwnFactor(clerk.scope)
    expect(await listPasskeys(clerk.scope)).toEqual([])
  })
})
