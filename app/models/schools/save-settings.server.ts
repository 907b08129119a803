import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { encrypt } from '~/services/secrets/secrets.server'
import type { GradeBand } from './options'
import type { AcademicSettingsFields, FeeSettingsFields, SignInPolicyFields } from './settings-schema'
import { SchoolSettings } from './tables.server'

/** Who may sign in and register: the activation code and online admissions. */
export function saveSignInPolicy(scope: SchoolScope, fields: SignInPolicyFields): Promise<void> {
  return save(scope, 'sign-in-policy.saved', {
    activationCodeRequired: fields.activation_code_required,
    onlineAdmissions: fields.online_admissions,
  })
}

/** Part payment online, and the late fine that a new fee starts with. Fees that exist keep their own rule. */
export function saveFeeSettings(scope: SchoolScope, fields: FeeSettingsFields): Promise<void> {
  return save(scope, 'fee-settings.saved', {
    partPaymentAllowed: fields.part_payment_allowed,
    partPaymentMinimumPaise: fields.part_payment_minimum,
    fineKind: fields.fine_kind,
    fineAmountPaise: fields.fine_amount,
    fineGraceDays: fields.fine_grace_days,
    fineCapPaise: fields.fine_cap ?? null,
  })
}

/** Keeps the key of the maps, sealed, or takes it away. */
export async function saveMapsKey(scope: SchoolScope, key: string | null): Promise<void> {
  const sealed = key === null ? null : encrypt(key, `school_settings.maps_key:${scope.schoolId}`)
  await inTransaction(async () => {
    await SchoolSettings.upsert({ schoolId: scope.schoolId, mapsKey: sealed })
    await note(scope, key === null ? 'maps-key.removed' : 'maps-key.saved', {})
  })
}

/** The same for the key that browsers show with a map: Google's restrictions of the two exclude each other. */
export async function saveMapsBrowserKey(scope: SchoolScope, key: string | null): Promise<void> {
  const sealed = key === null ? null : encrypt(key, `school_settings.maps_browser_key:${scope.schoolId}`)
  await inTransaction(async () => {
    await SchoolSettings.upsert({ schoolId: scope.schoolId, mapsBrowserKey: sealed })
    await note(scope, key === null ? 'maps-browser-key.removed' : 'maps-browser-key.saved', {})
  })
}

/**
 * The month a school year begins in (what the form of a new session suggests), whether students see their rank, and the school's
 * grade table, which has a grade for every mark: the schema holds that.
 */
export async function saveAcademicSettings(scope: SchoolScope, fields: AcademicSettingsFields): Promise<void> {
  const switches = { yearStartsMonth: fields.year_starts_month, rankShown: fields.rank_shown }
  await inTransaction(async () => {
    await SchoolSettings.upsert({ schoolId: scope.schoolId, ...switches })
    await execute('DELETE FROM grade_bands WHERE school_id = :schoolId', { schoolId: scope.schoolId })
    for (const band of fields.bands) await insertBand(scope, { grade: band.grade, fromPercent: band.from_percent })
    const table = fields.bands.map((band) => `${band.grade} from ${band.from_percent}`).join(', ')
    await note(scope, 'academic-settings.saved', { ...switches, grades: table })
  })
}

function insertBand(scope: SchoolScope, band: GradeBand) {
  return execute('INSERT INTO grade_bands (school_id, grade, from_percent) VALUES (:schoolId, :grade, :fromPercent)', {
    schoolId: scope.schoolId,
    ...band,
  })
}

type Switches = Partial<
  Pick<
    SchoolSettings,
    | 'activationCodeRequired'
    | 'onlineAdmissions'
    | 'partPaymentAllowed'
    | 'partPaymentMinimumPaise'
    | 'fineKind'
    | 'fineAmountPaise'
    | 'fineGraceDays'
    | 'fineCapPaise'
  >
>

function save(scope: SchoolScope, action: string, values: Switches): Promise<void> {
  return inTransaction(async () => {
    await SchoolSettings.upsert({ schoolId: scope.schoolId, ...values })
    await note(scope, action, values)
  })
}

function note(
  scope: SchoolScope,
  action: string,
  details: Record<string, string | number | boolean | null>,
): Promise<void> {
  return recordAudit(scope, { action, subject: { kind: 'school', id: scope.schoolId }, details })
}
