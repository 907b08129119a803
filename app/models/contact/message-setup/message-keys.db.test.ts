import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import {
  addMessageAccount,
  makeMessageKeys,
  type TestMessageAccount,
} from '../../../../tests/factories/message-sandbox'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { sandbox } from '../../../../tests/factories/shared-sandbox'
import { makeStudent } from '../../../../tests/factories/student'
import {
  channelsOf,
  findMessenger,
  findReportSecrets,
  gatewaysOffered,
  messageKeysView,
  removeMessageKeys,
  saveSmsKeys,
  saveWhatsappKeys,
} from './message-keys.server'
import { findMessageSettings, messageRulesSchema, noteRefusal, saveMessageRules } from './message-rules.server'

const smsOf = ({ exotel, entity_id: entityId }: TestMessageAccount, changes = {}) => ({
  gateway: 'exotel' as const,
  account: exotel.sid,
  keyId: exotel.key,
  key: exotel.token,
  entityId,
  header: 'DEMOVA',
  newAddress: false,
  ...changes,
})
const whatsappOf = ({ whatsapp }: TestMessageAccount, changes = {}) => ({
  phoneId: whatsapp.phone_number_id,
  businessId: whatsapp.business_id,
  token: whatsapp.token,
  appSecret: whatsapp.app_secret,
  ...changes,
})

it('encrypts and stores accounts that the providers accept, and never shows a key again', async () => {
  const school = await makeSchool()
  const account = addMessageAccount(sandbox)
  expect(await channelsOf(school.scope)).toEqual([])
  expect(await findMessenger(school.scope, 'sms')).toBeNull()
  expect(await findMessenger(school.scope, 'whatsapp')).toBeNull()
  expect(await messageKeysView(school.scope)).toEqual({ sms: null, whatsapp: null })
  expect(await saveSmsKeys(school.scope, smsOf(account))).toEqual({ ok: true })
  expect(await saveWhatsappKeys(school.scope, whatsappOf(account))).toEqual({ ok: true })
  expect(await channelsOf(school.scope)).toEqual(['whatsapp', 'sms'])
  for (const channel of ['sms', 'whatsapp'] as const)
    expect(await (await findMessenger(school.scope, channel))?.tryKeys()).toEqual({ ok: true })
  const view = await messageKeysView(school.scope)
  expect(view.sms).toMatchObject({ gateway: 'exotel', header: 'DEMOVA', keyEnding: account.exotel.token.slice(-4) })
  expect(view.whatsapp).toMatchObject({ phoneId: account.whatsapp.phone_number_id, hasAppSecret: true })
  const row = await readRow('SELECT * FROM message_settings WHERE school_id = :id', { id: school.id })
  const audit = await readRows<{ details: string }>('SELECT details FROM audit_entries WHERE school_id = :id', {
    id: school.id,
  })
  for (const secret of [account.exotel.token, account.whatsapp.token, account.whatsapp.app_secret])
    expect(JSON.stringify([row, view, audit])).not.toContain(secret)
  expect(audit).toHaveLength(2)
})

it('releases messages that were held for wrong keys once the keys are saved, and calls the provider again', async () => {
  const school = await makeSchool()
  const account = addMessageAccount(sandbox)
  const student = await makeStudent(school)
  await inTransaction(() =>
    notifyFamily(school.scope, {
      event: 'urgent',
      studentId: student.id,
      onceKey: 'k',
      values: { notice: 'Closed', date: '2026-07-12' },
    }),
  )
  const { version: _, smsRefusal: _1, whatsappRefusal: _2, ...rules } = await findMessageSettings(school.scope)
  const states = () =>
    readRows<{ state: string }>('SELECT state FROM outgoing_messages WHERE school_id = :id', { id: school.id })
  for (const [channel, save] of [
    ['sms', () => saveSmsKeys(school.scope, smsOf(account))],
    ['whatsapp', () => saveWhatsappKeys(school.scope, whatsappOf(account))],
    ['sms', () => saveMessageRules(school.scope, rules)],
  ] as const) {
    await execute('INSERT IGNORE INTO message_settings (school_id, updated_at) VALUES (:id, UTC_TIMESTAMP(3))', {
      id: school.id,
    })
    await execute("UPDATE outgoing_messages SET state = 'held' WHERE school_id = :id", { id: school.id })
    await noteRefusal(school.scope, channel, 'keys')
    expect((await findMessageSettings(school.scope))[`${channel}Refusal`]).toBe('keys')
    expect(await save()).toEqual({ ok: true })
    expect((await findMessageSettings(school.scope))[`${channel}Refusal`]).toBeNull()
    expect(await states()).toEqual([{ state: 'waiting' }])
  }
})

it('keeps a secret if its field is blank and the account unchanged; creates a new report URL on request', async () => {
  const school = await makeSchool()
  const [account, other] = [addMessageAccount(sandbox), addMessageAccount(sandbox)]
  expect(await saveSmsKeys(school.scope, smsOf(account, { key: '' }))).toMatchObject({ reason: 'key-missing' })
  await saveSmsKeys(school.scope, smsOf(account))
  const [first] = (await findReportSecrets(school.scope)).smsTokens
  expect(await saveSmsKeys(school.scope, smsOf(account, { key: '', header: 'DEMOVB' }))).toEqual({ ok: true })
  expect((await findReportSecrets(school.scope)).smsTokens).toEqual([first])
  expect(await saveSmsKeys(school.scope, smsOf(other, { key: '' }))).toMatchObject({ reason: 'key-missing' })
  expect(await saveSmsKeys(school.scope, smsOf(account, { key: '', newAddress: true }))).toEqual({ ok: true })
  const tokens = (await findReportSecrets(school.scope)).smsTokens
  expect(tokens).toHaveLength(2)
  expect(tokens[1]).toBe(first)
  expect((await messageKeysView(school.scope)).sms?.reportUrl).toContain(tokens[0])
  const tomorrow = new Date(Date.now() + 25 * 3_600_000)
  expect((await findReportSecrets(school.scope, tomorrow)).smsTokens).toEqual([tokens[0]])

  expect(await saveWhatsappKeys(school.scope, whatsappOf(account, { appSecret: '' }))).toMatchObject({
    reason: 'app-secret-missing',
  })
  await saveWhatsappKeys(school.scope, whatsappOf(account))
  expect(await saveWhatsappKeys(school.scope, whatsappOf(account, { token: '', appSecret: 'another' }))).toEqual({
    ok: true,
  })
  expect((await findReportSecrets(school.scope)).appSecrets).toEqual(['another', account.whatsapp.app_secret])
  expect(await saveWhatsappKeys(school.scope, whatsappOf(other, { token: '' }))).toMatchObject({
    reason: 'key-missing',
  })
})

it('refuses keys if the provider rejects them or is unreachable, and the second of two concurrent saves', async () => {
  const school = await makeSchool()
  const account = addMessageAccount(sandbox)
  expect(await saveSmsKeys(school.scope, smsOf(account, { key: 'wrong' }))).toMatchObject({ reason: 'bad-keys' })
  expect(await saveWhatsappKeys(school.scope, whatsappOf(account, { token: 'wrong' }))).toMatchObject({
    reason: 'bad-keys',
  })
  sandbox.messages.switches.set({ timeOut: true }, account.name)
  expect(await saveSmsKeys(school.scope, smsOf(account))).toMatchObject({ reason: 'provider-down' })
  expect(await saveWhatsappKeys(school.scope, whatsappOf(account))).toMatchObject({ reason: 'provider-down' })
  sandbox.messages.switches.reset(account.name)
  sandbox.messages.switches.set({ dropReports: true }, account.name)
  const version = await settingsVersion(school.scope)
  expect(await saveSmsKeys(school.scope, smsOf(account), version)).toEqual({ ok: true })
  expect(await saveSmsKeys(school.scope, smsOf(account), version)).toMatchObject({ reason: 'changed' })
  expect(await channelsOf(school.scope)).toEqual(['sms'])
})

it("cannot decrypt keys that were copied to another school's row, and treats them as missing", async () => {
  const [school, thief] = [await makeSchool(), await makeSchool()]
  await makeMessageKeys(school, addMessageAccount(sandbox), 'msg91')
  await execute(
    `INSERT INTO message_settings (school_id, sms_gateway, sms_key, sms_report_token, dlt_entity_id, sms_header,
       whatsapp_phone_id, whatsapp_business_id, whatsapp_token, whatsapp_app_secret, whatsapp_verify_token, updated_at)
     SELECT :to, sms_gateway, sms_key, sms_report_token, dlt_entity_id, sms_header, whatsapp_phone_id, whatsapp_business_id,
       whatsapp_token, whatsapp_app_secret, whatsapp_verify_token, updated_at
     FROM message_settings WHERE school_id = :from`,
    { from: school.id, to: thief.id },
  )
  expect(await channelsOf(school.scope)).toEqual(['whatsapp', 'sms'])
  expect(await channelsOf(thief.scope)).toEqual([])
  expect(await findReportSecrets(thief.scope)).toMatchObject({ smsTokens: [], appSecrets: [], verifyToken: null })
})

it('removes the keys of one channel, and keeps the secrets that verify its delivery reports', async () => {
  const school = await makeSchool()
  await makeMessageKeys(school, addMessageAccount(sandbox))
  expect(await removeMessageKeys(school.scope, 'sms')).toEqual({ ok: true })
  expect(await channelsOf(school.scope)).toEqual(['whatsapp'])
  expect((await findReportSecrets(school.scope)).smsTokens).toHaveLength(1)
  expect(await removeMessageKeys(school.scope, 'whatsapp')).toEqual({ ok: true })
  expect(await channelsOf(school.scope)).toEqual([])
  expect((await findReportSecrets(school.scope)).appSecrets).toHaveLength(1)
})

it('offers to write messages into files for testing, which needs no key', async () => {
  const school = await makeSchool()
  expect(gatewaysOffered().map(({ value }) => value)).toContain('file')
  const given = { gateway: 'file' as const, account: '', keyId: '', key: '', entityId: '1201160000000000001' }
  expect(await saveSmsKeys(school.scope, { ...given, header: 'DEMOVA', newAddress: false })).toEqual({ ok: true })
  expect(await channelsOf(school.scope)).toEqual(['sms'])
})

it('returns initial values for cost and quiet hours until the school saves its own', async () => {
  const school = await makeSchool()
  const starter = await findMessageSettings(school.scope)
  const unrefused = { smsRefusal: null, whatsappRefusal: null }
  expect(starter).toEqual({
    ...unrefused,
    version: starter.version,
    monthlyBudgetPaise: 100_000,
    smsPartPaise: 25,
    whatsappPaise: 12,
    dailyQuota: 2000,
    quietFrom: 21 * 60,
    quietTo: 8 * 60,
    firstChannel: 'whatsapp',
  })
  const values = { ...starter, monthlyBudgetPaise: 0, dailyQuota: 10, quietFrom: 1200, firstChannel: 'sms' as const }
  const { version, ...rules } = values
  expect(await saveMessageRules(school.scope, rules, version)).toEqual({ ok: true })
  expect(await findMessageSettings(school.scope)).toEqual({ ...rules, ...unrefused, version: version + 1 })
  expect(await saveMessageRules(school.scope, rules, version)).toMatchObject({ reason: 'changed' })
})

it('accepts the default quiet hours, and refuses missing ones and those that do not cover 22:00 to 06:00', () => {
  const typed = {
    monthly_budget: '500',
    daily_quota: '100',
    sms_part: '0.25',
    whatsapp: '0.12',
    first_channel: 'sms',
    quiet_from: '21:00',
    quiet_to: '08:00',
  }
  expect(messageRulesSchema.safeParse(typed).success).toBe(true)
  for (const wrong of [
    { quiet_from: '23:00' },
    { quiet_from: '' },
    { quiet_to: '05:00' },
    { quiet_to: '12:00' },
    { quiet_from: '08:00', quiet_to: '08:00' },
    { daily_quota: '-1' },
    { sms_part: '11' },
    { first_channel: 'fax' },
  ])
    expect(messageRulesSchema.safeParse({ ...typed, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})
