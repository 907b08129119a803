import {
  execute,
  inTransaction,
  lockRows,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { GuardianScope, SchoolScope } from '~/models/core/shared/scope.server'
import { listChildren } from '~/models/people/guardians/children.server'
import { mutableEvents } from './options'
import { preferenceOf } from './preference-rules'
import { preferenceForm } from './template-fields'

export const preferenceSchema = schemaOf(preferenceForm)

type Values = ValuesOf<typeof preferenceForm>
type Saved = Outcome<undefined, 'not-found' | 'changed'>

const preferenceColumns = {
  guardianId: number('g.id'),
  name: text('g.name'),
  firstChannel: textOrNull('p.first_channel'),
  muted: text("COALESCE(p.muted, '')"),
  /** Version of the preference; 0 if never saved. */
  version: number('COALESCE(p.version, 0)'),
}
const preferred = `FROM family_guardians g LEFT JOIN message_preferences p ON p.school_id = g.school_id AND p.guardian_id = g.id`

/** Message preferences of one guardian (public id); null if the guardian does not exist. */
export async function findPreference({ schoolId }: SchoolScope, publicId: string) {
  const row = await selectRow(
    preferenceColumns,
    `${preferred} WHERE g.school_id = :schoolId AND g.public_id = :publicId`,
    { schoolId, publicId },
  )
  return row && { ...row, ...preferenceOf(row) }
}

/**
 * Saves preferences that the office enters on the guardian's behalf; the audit log names the office. Refuses
 * `not-found` and `changed` (saved since `version`).
 */
export function savePreference(scope: SchoolScope, publicId: string, version: number, values: Values): Promise<Saved> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const guardian = await selectRow(
      { id: number('g.id') },
      'FROM family_guardians g WHERE g.school_id = :schoolId AND g.public_id = :publicId',
      { schoolId, publicId },
    )
    return guardian ? write(scope, { schoolId, guardianId: guardian.id }, version, values) : refused('not-found')
  })
}

/** Schools that notify the guardian about a child, with these children and the guardian's preferences there. */
export async function listOwnPreferences(scope: GuardianScope) {
  const children = (await listChildren(scope)).filter(({ isTold }) => isTold)
  const rows = await selectRows(preferenceColumns, `${preferred} WHERE g.account_id = :accountId`, {
    accountId: scope.accountId,
  })
  return rows.flatMap(({ guardianId, firstChannel, muted, version }) => {
    const ownChildren = children.filter((child) => child.guardianId === guardianId)
    const [first] = ownChildren
    if (!first) return []
    const { schoolId, schoolPublicId, schoolName } = first
    const names = ownChildren.map(({ firstName }) => firstName)
    return [
      { schoolId, guardianId, schoolPublicId, schoolName, names, version, ...preferenceOf({ firstChannel, muted }) },
    ]
  })
}

/**
 * Saves the guardian's own preferences for one school (public id). Refuses `changed`, and `not-found` if the school
 * does not notify the guardian about any child.
 */
export function saveOwnPreference(
  scope: GuardianScope,
  schoolPublicId: string,
  version: number,
  values: Values,
): Promise<Saved> {
  return inTransaction(async () => {
    const ownPreference = (await listOwnPreferences(scope)).find((one) => one.schoolPublicId === schoolPublicId)
    return ownPreference ? write(scope, ownPreference, version, values) : refused('not-found')
  })
}

async function write(
  scope: SchoolScope | GuardianScope,
  { schoolId, guardianId }: { schoolId: number; guardianId: number },
  version: number,
  { firstChannel, muted }: Values,
): Promise<Saved> {
  const guardianKey = { schoolId, guardianId }
  // Locks the guardian's row to serialize concurrent saves, as the preference may not have a row yet.
  await lockRows('FROM family_guardians g WHERE g.id = :guardianId', { guardianId })
  const stored = await selectRow(
    { version: number('p.version') },
    'FROM message_preferences p WHERE p.school_id = :schoolId AND p.guardian_id = :guardianId',
    guardianKey,
  )
  if ((stored?.version ?? 0) !== version) return refused('changed')
  const off = mutableEvents.filter((event) => muted.includes(event)).join(',')
  await execute(
    `INSERT INTO message_preferences (school_id, guardian_id, first_channel, muted, version, updated_at)
     VALUES (:schoolId, :guardianId, :firstChannel, :off, 1, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE first_channel = VALUES(first_channel), muted = VALUES(muted), version = version + 1, updated_at = VALUES(updated_at)`,
    { ...guardianKey, firstChannel, off },
  )
  const details = { first: firstChannel, muted: off }
  const subject = { kind: 'guardian', id: guardianId }
  await recordAudit(scope, { action: 'message-preference.saved', subject, details, schoolId })
  return done()
}
