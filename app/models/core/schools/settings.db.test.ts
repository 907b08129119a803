import { expect, it } from 'vitest'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { saveFeeRules } from '~/models/people/second-person/fee-account.server'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { findMaps } from './find-maps.server'
import { cbseGrades } from './options'
import { findProfile, saveLocation, updateProfile } from './profile.server'
import {
  checkFeeRules,
  findSettings,
  listGradeBands,
  saveAcademicSettings,
  saveMapsBrowserKey,
  saveMapsKey,
  saveSignInPolicy,
} from './settings.server'
import { feeRulesForm } from './settings-fields'
import { academicSettingsSchema, locationSchema } from './settings-schema'

const feeRulesSchema = schemaOf(feeRulesForm, checkFeeRules)

const untouched = {
  version: 1,
  yearStartsMonth: 4,
  activationCodeRequired: false,
  onlineAdmissions: true,
  partPaymentAllowed: false,
  partPaymentMinimumPaise: 0,
  secondPersonPaise: null,
  bankName: null,
  bankAccountNumber: null,
  bankIfscCode: null,
  rankShown: true,
  hasMapsKey: false,
  fineKind: 'none',
  fineAmountPaise: 0,
  fineGraceDays: 0,
  fineCapPaise: null,
  factorRoles: [],
}

it('returns the defaults until settings are saved, and lets each page change only its own settings', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  expect(await findSettings(school.scope)).toEqual(untouched)
  await saveSignInPolicy(school.scope, { activationCodeRequired: true, onlineAdmissions: false })
  await saveFeeRules(
    school.scope,
    feeRulesSchema.parse({
      part_payment_allowed: true,
      part_payment_minimum: '₹1,500',
      fine_kind: 'per_day',
      fine_amount: '10.50',
      fine_grace_days: '5',
      fine_cap: '500',
      bank_name: 'Bank of Baroda',
      bank_account_number: '3822 0100 004711',
      bank_ifsc_code: 'barb0navran',
    }),
  )
  await saveMapsKey(school.scope, 'AIza-secret-of-the-maps')
  const expected = {
    ...untouched,
    version: 4,
    activationCodeRequired: true,
    onlineAdmissions: false,
    partPaymentAllowed: true,
    partPaymentMinimumPaise: 1500_00,
    bankName: 'Bank of Baroda',
    bankAccountNumber: '38220100004711',
    bankIfscCode: 'BARB0NAVRAN',
    hasMapsKey: true,
    fineKind: 'per_day',
    fineAmountPaise: 10_50,
    fineGraceDays: 5,
    fineCapPaise: 500_00,
  }
  expect(await findSettings(school.scope)).toEqual(expected)
  const row = await readRow('SELECT * FROM school_settings WHERE school_id = :id', { id: school.id })
  const audit = await readRows<{ action: string }>('SELECT * FROM audit_entries WHERE school_id = :id ORDER BY id', {
    id: school.id,
  })
  expect(JSON.stringify([row, audit])).not.toContain('AIza-secret')
  expect(audit.map((entry) => entry.action)).toEqual(['sign-in-policy.saved', 'fee-settings.saved', 'maps-key.saved'])
  await saveMapsKey(school.scope, null)
  expect(await findSettings(school.scope)).toEqual({ ...expected, version: 5, hasMapsKey: false })
  expect(await findSettings(other.scope)).toEqual(untouched)
})

it('stores the two maps keys separately and encrypted, and audits each change without the key', async () => {
  const { scope, id } = await makeSchool()
  await saveMapsKey(scope, 'AIza-secret-of-the-server')
  await saveMapsBrowserKey(scope, 'AIza-secret-of-browsers')
  expect(await findMaps(scope)).toMatchObject({
    key: 'AIza-secret-of-the-server',
    browserKey: 'AIza-secret-of-browsers',
  })
  const row = await readRow('SELECT * FROM school_settings WHERE school_id = :id', { id })
  const audit = await readRows<{ action: string }>('SELECT * FROM audit_entries WHERE school_id = :id ORDER BY id', {
    id,
  })
  expect(JSON.stringify([row, audit])).not.toContain('AIza-secret')
  expect(audit.map((entry) => entry.action)).toEqual(['maps-key.saved', 'maps-browser-key.saved'])
  await saveMapsBrowserKey(scope, null)
  expect(await findMaps(scope)).toMatchObject({ key: 'AIza-secret-of-the-server', browserKey: null })
})

it('returns the CBSE grades until the school saves its own, the best grade first', async () => {
  const school = await makeSchool()
  expect(await listGradeBands(school.scope)).toEqual(cbseGrades)
  const fields = academicSettingsSchema.parse({
    year_starts_month: '6',
    bands: [
      { grade: 'Fail', from_percent: '0' },
      {},
      { grade: 'Pass', from_percent: '35' },
      { grade: '', from_percent: '' },
    ],
  })
  await saveAcademicSettings(school.scope, fields)
  expect(await listGradeBands(school.scope)).toEqual([
    { grade: 'Pass', fromPercent: 35 },
    { grade: 'Fail', fromPercent: 0 },
  ])
  expect(await findSettings(school.scope)).toMatchObject({ yearStartsMonth: 6, rankShown: false })
})

const messages = (result: { success: boolean; error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }) =>
  result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)

it.each([
  [{ bands: [] }, 'bands: Enter at least one grade'],
  [
    { bands: [{ grade: 'A', from_percent: '40' }] },
    'bands: The last grade must begin at 0, so that all marks have a grade',
  ],
  [
    {
      bands: [
        { grade: 'A', from_percent: '0' },
        { grade: 'a', from_percent: '5' },
      ],
    },
    'bands: Each grade can be in the table only once',
  ],
  [
    {
      bands: [
        { grade: 'A', from_percent: '0' },
        { grade: 'B', from_percent: '0' },
      ],
    },
    'bands: Two grades cannot begin at the same percentage',
  ],
  [
    {
      bands: [
        { grade: 'A', from_percent: '101' },
        { grade: 'B', from_percent: '0' },
      ],
    },
    'bands.0.from_percent: Enter a whole number from 0 to 100',
  ],
])('refuses the grading scheme %j', (fields, message) => {
  expect(messages(academicSettingsSchema.safeParse({ year_starts_month: '4', ...fields }))).toContain(message)
})

it.each([
  [{ fine_kind: 'flat' }, 'fine_amount: Enter the amount of the late fine'],
  [
    { fine_kind: 'flat', fine_amount: '100', fine_cap: '50' },
    'fine_cap: The maximum fine cannot be less than the fine itself',
  ],
  [{ fine_kind: 'slabs' }, 'fine_kind: Select a valid late fine'],
  [
    { fine_kind: 'none', part_payment_minimum: '-5' },
    'part_payment_minimum: Enter an amount in rupees, such as 6,000 or 6000.50',
  ],
])('refuses the payment rules %j', (fields, message) => {
  expect(messages(feeRulesSchema.safeParse(fields))).toContain(message)
})

it('accepts only a location within India', async () => {
  const school = await makeSchool()
  const wrong = (latitude: string, longitude: string) => messages(locationSchema.safeParse({ latitude, longitude }))
  expect(wrong('', '')).toEqual(['latitude: Find the place, or enter its coordinates'])
  expect(wrong('23.0375', '')).toEqual(['longitude: Enter degrees as a number, such as 22.3039'])
  expect(wrong('51.5', '72.5621')).toEqual(['latitude: Latitude of a place in India is between 6 and 38'])
  expect(wrong('72.5621', '23.0375')?.[0]).toContain('latitude: Latitude and longitude are swapped')
  expect(wrong('123', '72.5621')).toEqual(['latitude: A latitude is between -90 and 90'])
  await saveLocation(school.scope, locationSchema.parse({ latitude: '23.0375', longitude: '72.5621' }))
  await updateProfile(school.scope, {
    name: 'Renamed',
    email: 'office@renamed.test',
    phone: '079 2657 0001',
    address: 'Elsewhere',
    board: 'GSEB',
    affiliationNumber: null,
  })
  expect(await findProfile(school.scope)).toEqual({
    name: 'Renamed',
    email: 'office@renamed.test',
    phone: '079 2657 0001',
    address: 'Elsewhere',
    board: 'GSEB',
    affiliationNumber: null,
    latitude: '23.037500',
    longitude: '72.562100',
    logoKey: null,
    version: 3,
  })
})

it('refuses a save when any form has saved settings since the page was loaded', async () => {
  const { scope } = await makeSchool()
  const { version } = await findSettings(scope)
  const policy = { activationCodeRequired: true, onlineAdmissions: true }
  const both = [saveSignInPolicy(scope, policy, version), saveLocation(scope, { latitude: 23, longitude: 72 }, version)]
  const outcomes = await Promise.all(both)
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: 'changed' }])
  expect(await saveSignInPolicy(scope, policy, version + 1)).toMatchObject({ ok: true })
  expect((await findSettings(scope)).version).toBe(version + 2)
  for (const save of [saveMapsKey, saveMapsBrowserKey])
    expect(await save(scope, 'a-key', version + 1)).toEqual({ ok: false, reason: 'changed' })
  expect(await findMaps(scope)).toMatchObject({ key: null, browserKey: null })
  expect(await saveMapsKey(scope, 'a-key', version + 2)).toMatchObject({ ok: true })
})
