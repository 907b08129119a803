import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { removePaymentKeys, savePaymentKeys } from '~/models/people/second-person/save-payment-keys.server'
import { readRow, readRows } from '../../../../tests/factories/read'
import { addTestMerchant } from '../../../../tests/factories/sandbox'
import { makeSchool } from '../../../../tests/factories/school'
import { sandbox } from '../../../../tests/factories/shared-sandbox'
import { canPayOnline, findPaymentKeys, findProvider, paymentKeysView, webhookSecrets } from './payment-keys.server'
import { findSchoolByPublicId } from './profile.server'
import { settingsVersion } from './settings.server'

it('stores accepted keys encrypted, and shows only the end of the key id', async () => {
  const school = await makeSchool()
  expect(await paymentKeysView(school.scope)).toMatchObject({ configured: false, keyIdEnding: null })
  expect(await findProvider(school.scope)).toBeNull()
  const keys = await addTestMerchant(sandbox)
  expect(await savePaymentKeys(school.scope, keys)).toEqual({ ok: true })
  expect(await findPaymentKeys(school.scope)).toEqual({ keyId: keys.keyId, keySecret: keys.keySecret })
  const view = await paymentKeysView(school.scope)
  expect(view).toMatchObject({
    configured: true,
    keyIdEnding: keys.keyId.slice(-4),
    hasWebhookSecret: true,
    isTestKey: true,
  })
  const row = await readRow('SELECT * FROM school_settings WHERE school_id = :id', { id: school.id })
  expect(JSON.stringify([row, view])).not.toContain(keys.keySecret)
  expect(JSON.stringify([row, view])).not.toContain(keys.webhookSecret)
  const audit = await readRows<{ details: string }>('SELECT details FROM audit_entries WHERE school_id = :id', {
    id: school.id,
  })
  expect(audit).toHaveLength(1)
  expect(audit[0]?.details).not.toContain(keys.keySecret)
})

it('refuses to decrypt a secret that was copied to another school’s row', async () => {
  const [school, thief] = [await makeSchool(), await makeSchool()]
  await savePaymentKeys(school.scope, await addTestMerchant(sandbox))
  await execute(
    `INSERT INTO school_settings (school_id, razorpay_key_id, razorpay_key_secret, updated_at)
     SELECT :to, razorpay_key_id, razorpay_key_secret, updated_at FROM school_settings WHERE school_id = :from`,
    { from: school.id, to: thief.id },
  )
  await expect(findPaymentKeys(thief.scope)).rejects.toThrow()
})

it('treats keys encrypted with another APP_KEY as missing, and accepts new ones', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const keys = await addTestMerchant(sandbox)
  for (const one of [school, other]) await savePaymentKeys(one.scope, keys)
  // A secret encrypted for another school cannot be decrypted, just as after a change of APP_KEY.
  await execute(
    `UPDATE school_settings own JOIN school_settings foreign_row ON foreign_row.school_id = :other
     SET own.razorpay_key_secret = foreign_row.razorpay_key_secret,
       own.razorpay_webhook_secret = foreign_row.razorpay_webhook_secret
     WHERE own.school_id = :id`,
    { id: school.id, other: other.id },
  )
  await expect(findPaymentKeys(school.scope)).rejects.toThrow()
  expect(await canPayOnline(school.scope)).toBe(false)
  expect(await webhookSecrets(school.scope)).toEqual([])
  expect(await paymentKeysView(school.scope)).toMatchObject({ configured: false, hasWebhookSecret: false })
  expect(await savePaymentKeys(school.scope, { ...keys, keySecret: '' })).toMatchObject({ reason: 'secret-missing' })
  expect(await savePaymentKeys(school.scope, { ...keys, webhookSecret: '' })).toMatchObject({
    reason: 'webhook-secret-missing',
  })
  expect(await savePaymentKeys(school.scope, keys)).toEqual({ ok: true })
  expect(await canPayOnline(school.scope)).toBe(true)
  expect(await webhookSecrets(school.scope)).toEqual([keys.webhookSecret])
})

it('refuses keys that the provider rejects, missing secrets, and all keys while the provider is down', async () => {
  const school = await makeSchool()
  const keys = await addTestMerchant(sandbox)
  const refusal = async (change: Partial<typeof keys>) => {
    const saved = await savePaymentKeys(school.scope, { ...keys, ...change })
    return saved.ok ? 'done' : saved.reason
  }
  expect(await refusal({ keySecret: 'wrong' })).toBe('bad-keys')
  expect(await refusal({ keySecret: '' })).toBe('secret-missing')
  expect(await refusal({ webhookSecret: '' })).toBe('webhook-secret-missing')
  sandbox.switches.set({ timeOut: true }, keys.keyId)
  expect(await refusal({})).toBe('provider-down')
  expect(await paymentKeysView(school.scope)).toMatchObject({ configured: false })
})

it('keeps stored secrets when their fields are blank, and accepts the old webhook secret for a day', async () => {
  const school = await makeSchool()
  const keys = await addTestMerchant(sandbox)
  await savePaymentKeys(school.scope, keys)
  expect((await savePaymentKeys(school.scope, { keyId: keys.keyId, keySecret: '', webhookSecret: '' })).ok).toBe(true)
  expect(await webhookSecrets(school.scope)).toEqual([keys.webhookSecret])
  await savePaymentKeys(school.scope, { ...keys, keySecret: '', webhookSecret: 'the new one' })
  expect(await findPaymentKeys(school.scope)).toMatchObject({ keySecret: keys.keySecret })
  expect(await webhookSecrets(school.scope)).toEqual(['the new one', keys.webhookSecret])
  const tomorrow = new Date(Date.now() + 24 * 3_600_000 + 1000)
  expect(await webhookSecrets(school.scope, tomorrow)).toEqual(['the new one'])
  // Saving the new secret again does not discard the previous one.
  await savePaymentKeys(school.scope, { ...keys, webhookSecret: 'the new one' })
  expect(await webhookSecrets(school.scope)).toEqual(['the new one', keys.webhookSecret])
})

it('refuses keys from a stale form version, and increases the version when keys are removed', async () => {
  const school = await makeSchool()
  const keys = await addTestMerchant(sandbox)
  const version = await settingsVersion(school.scope)
  expect(await savePaymentKeys(school.scope, keys, { version })).toEqual({ ok: true })
  expect(await savePaymentKeys(school.scope, { ...keys, webhookSecret: 'another one' }, { version })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await webhookSecrets(school.scope)).toEqual([keys.webhookSecret])
  expect(await removePaymentKeys(school.scope)).toEqual({ ok: true })
  expect(await paymentKeysView(school.scope)).toMatchObject({ configured: false })
  expect(await settingsVersion(school.scope)).toBe(version + 2)
  const audit = await readRows<{ action: string }>(
    'SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(audit.map(({ action }) => action)).toEqual(['payment-keys.saved', 'payment-keys.removed'])
})

it('finds a school by the public id in a URL', async () => {
  const school = await makeSchool()
  const found = await findSchoolByPublicId(visitorScope(), school.publicId)
  expect(found).toEqual({ id: school.id, publicId: school.publicId, name: school.name })
  expect(await findSchoolByPublicId(visitorScope(), '222222222222')).toBeNull()
})
