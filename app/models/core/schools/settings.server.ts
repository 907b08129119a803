import {
  execute,
  flag,
  inTransaction,
  number,
  type Selection,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import type { Check } from '~/kit/forms/form-schema.server'
import { columnName } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { encrypt } from '~/services/secrets/secrets.server'
import { cbseGrades, type FineKind, type GradeBand } from './options'
import type { feeRulesForm, signInPolicyForm } from './settings-fields'
import type { AcademicSettingsFields } from './settings-schema'
import { SchoolSettings } from './tables.server'

/** Number set by the school, or its default. */
const orUsual = (column: string, usual: number) => ({ sql: `COALESCE(t.${column}, ${usual})`, read: Number })

const settings = {
  /** Version shared by all settings forms of the school. */
  version: { sql: 's.version', read: Number },
  /** First month of a school year, 1 to 12. */
  yearStartsMonth: orUsual('year_starts_month', 4),
  /** The first sign-in requires the printed activation code in addition to the birth date. */
  activationCodeRequired: flag('t.activation_code_required'),
  /** The school is listed at /students/register. */
  onlineAdmissions: flag('COALESCE(t.online_admissions, 1)'),
  /** Students may pay part of an instalment online; the office may always accept a part. */
  partPaymentAllowed: flag('t.part_payment_allowed'),
  /** Minimum part payment of a due; a due with a lower balance can only be paid in full. */
  partPaymentMinimumPaise: orUsual('part_payment_minimum_paise', 0),
  /** Bank account for transfers: complete or empty. */
  bankName: textOrNull('t.bank_name'),
  bankAccountNumber: textOrNull('t.bank_account_number'),
  bankIfscCode: textOrNull('t.bank_ifsc_code'),
  /** Students see their rank in the class. */
  rankShown: flag('COALESCE(t.rank_shown, 1)'),
  /** Amount in paise above which a second person must approve; null: never. */
  secondPersonPaise: {
    sql: 't.second_person_paise',
    read: (stored: unknown) => (stored === null ? null : Number(stored)),
  },
  hasMapsKey: flag('t.maps_key IS NOT NULL'),
  fineKind: { sql: "COALESCE(t.fine_kind, 'none')", read: (stored: unknown) => stored as FineKind },
  fineAmountPaise: orUsual('fine_amount_paise', 0),
  fineGraceDays: orUsual('fine_grace_days', 0),
  /** Null: no limit. */
  fineCapPaise: { sql: 't.fine_cap_paise', read: (stored: unknown) => (stored === null ? null : Number(stored)) },
  /** Staff roles that require a second factor. */
  factorRoles: {
    sql: "COALESCE(t.factor_roles, '')",
    read: (stored: unknown) =>
      String(stored)
        .split(',')
        .filter((role) => role !== ''),
  },
}

export type Settings = Awaited<ReturnType<typeof findSettings>>

/** Returns a school's settings, with the columns' defaults for those never set. */
export function findSettings(scope: SchoolScope | StudentScope) {
  return findSettingsWith(scope, {})
}

/** Returns the settings with additional columns `more` of the school `s`. */
export async function findSettingsWith<More>({ schoolId }: SchoolScope | StudentScope, more: Selection<More>) {
  const row = await selectRow(
    { ...settings, ...more },
    'FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id WHERE s.id = :schoolId',
    { schoolId },
  )
  if (!row) throw new Error('The school of a session is gone')
  return row
}

/** Lists the school's grade table, best grade first; the CBSE grades by default. */
export async function listGradeBands({ schoolId }: SchoolScope | StudentScope): Promise<readonly GradeBand[]> {
  const rows = await selectRows(
    { grade: text('grade'), fromPercent: number('from_percent') },
    'FROM grade_bands WHERE school_id = :schoolId ORDER BY from_percent DESC',
    { schoolId },
  )
  return rows.length > 0 ? rows : cbseGrades
}

const settingsSaved = { version: number('version') }

export async function settingsVersion({ schoolId }: SchoolScope): Promise<number> {
  const row = await selectRow(settingsSaved, 'FROM schools WHERE id = :schoolId', { schoolId })
  return row?.version ?? 0
}

type Details = Record<string, string | number | boolean | null>
export type SettingsSaved = Promise<Outcome<undefined, 'changed'>>

/**
 * Saves settings by `write` with an audit entry; one save of a school at a time. Refuses `changed` when any settings
 * were saved since `version` (if passed), and for the reasons of `write`.
 */
export function changeSettings<Written>(
  scope: SchoolScope,
  { version, action, details = {} }: { version: number | undefined; action: string; details?: Details },
  write: () => Promise<Written>,
): Promise<Outcome<undefined, 'changed'> | RefusalIn<Written>> {
  return inTransaction(async () => {
    const { schoolId } = scope
    const now = await selectRow(settingsSaved, 'FROM schools WHERE id = :schoolId FOR UPDATE', { schoolId })
    if (version !== undefined && now?.version !== version) return refused('changed')
    const written = await write()
    if (isRefusal(written)) return written
    await execute('UPDATE schools SET version = version + 1 WHERE id = :schoolId', { schoolId })
    await recordAudit(scope, { action, subject: { kind: 'school', id: schoolId }, details })
    return done()
  })
}

type RefusalIn<Written> = Extract<Written, { ok: false; reason: string }>

function isRefusal<Written>(written: Written): written is RefusalIn<Written> {
  return typeof written === 'object' && written !== null && 'ok' in written && written.ok === false
}

type Columns = Omit<Parameters<typeof SchoolSettings.upsert>[0], 'schoolId'>

function save(scope: SchoolScope, version: number | undefined, action: string, values: Columns & Details) {
  return changeSettings(scope, { version, action, details: values }, () =>
    SchoolSettings.upsert({ schoolId: scope.schoolId, ...values }),
  )
}

/** Saves the activation code and online admissions settings. Refuses as `changeSettings` does. */
export function saveSignInPolicy(scope: SchoolScope, values: ValuesOf<typeof signInPolicyForm>, version?: number) {
  return save(scope, version, 'sign-in-policy.saved', values)
}

/** Returns the bank account for school fees; null until the school has set it. */
export async function findBankAccount(scope: StudentScope) {
  const { bankName: name, bankAccountNumber: accountNumber, bankIfscCode: ifscCode } = await findSettings(scope)
  return name === null || accountNumber === null || ifscCode === null ? null : { name, accountNumber, ifscCode }
}

export const checkFeeRules: Check<typeof feeRulesForm> = (values, say) => {
  const { fineKind, fineAmountPaise, fineCapPaise, bankName, bankAccountNumber, bankIfscCode } = values
  const account = { bankName, bankAccountNumber, bankIfscCode }
  const missing = Object.entries(account).filter(([, typed]) => !typed)
  if (missing.length < 3)
    for (const [name] of missing)
      say(name as keyof typeof account, 'Enter the bank, the account number and the IFSC, or none of them')
  if (fineKind !== 'none' && fineAmountPaise === 0) say('fineAmountPaise', 'Enter the amount of the late fine')
  if (typeof fineCapPaise === 'number' && fineCapPaise < (fineAmountPaise ?? 0))
    say('fineCapPaise', 'The maximum fine cannot be less than the fine itself')
}

/**
 * Saves the staff roles that require a second factor, also for users already signed in. Refuses as `changeSettings`
 * does.
 */
export function saveFactorRoles(scope: SchoolScope, roles: readonly string[], version?: number) {
  const factorRoles = [...new Set(roles)].join(',')
  return changeSettings(scope, { version, action: 'second-factor.demanded', details: { roles: factorRoles } }, () =>
    SchoolSettings.upsert({ schoolId: scope.schoolId, factorRoles }),
  )
}

/**
 * Saves the first month of a school year (the default of a new session), the rank setting and the grade table, which
 * the schema checks for gaps. Refuses as `changeSettings` does.
 */
export function saveAcademicSettings(scope: SchoolScope, fields: AcademicSettingsFields, version?: number) {
  const { schoolId } = scope
  const switches = { yearStartsMonth: fields.year_starts_month, rankShown: fields.rank_shown }
  const grades = fields.bands.map((band) => `${band.grade} from ${band.from_percent}`).join(', ')
  const details = { ...switches, grades }
  return changeSettings(scope, { version, action: 'academic-settings.saved', details }, async () => {
    await SchoolSettings.upsert({ schoolId, ...switches })
    await execute('DELETE FROM grade_bands WHERE school_id = :schoolId', { schoolId })
    for (const band of fields.bands)
      await execute(
        'INSERT INTO grade_bands (school_id, grade, from_percent) VALUES (:schoolId, :grade, :from_percent)',
        { schoolId, ...band },
      )
  })
}

/** Stores an encrypted maps key, or deletes it. */
function savingMapsKey(name: 'mapsKey' | 'mapsBrowserKey') {
  const column = columnName(name)
  return (scope: SchoolScope, key: string | null, version?: number): SettingsSaved => {
    const sealed = key === null ? null : encrypt(key, `school_settings.${column}:${scope.schoolId}`)
    const action = `${column.replaceAll('_', '-')}.${key === null ? 'removed' : 'saved'}`
    return changeSettings(scope, { version, action }, () =>
      SchoolSettings.upsert({ schoolId: scope.schoolId, [name]: sealed }),
    )
  }
}

/** Saves the key for server requests. Refuses as `changeSettings` does. */
export const saveMapsKey = savingMapsKey('mapsKey')
/**
 * Saves the key for maps in browsers; Google's restrictions do not allow one key for both uses. Refuses as
 * `changeSettings` does.
 */
export const saveMapsBrowserKey = savingMapsKey('mapsBrowserKey')
