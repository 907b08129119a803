import { selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { GuardianScope, VisitorScope } from '~/models/core/shared/scope.server'

/** Thrown when an account authenticates but its school is suspended, so that it cannot sign in. */
export class SchoolSuspended extends Error {
  override name = 'SchoolSuspended'

  /** @param publicId of the school */
  constructor(readonly publicId: string) {
    super('The school is suspended')
  }
}

const schoolColumns = {
  publicId: text('s.public_id'),
  name: text('s.name'),
  phone: text('s.phone'),
  email: text('s.email'),
}

/** Returns a suspended school by its public id, with its contact for families; null for any other. */
export function findSuspended(_visitor: VisitorScope, publicId: string) {
  return selectRow(schoolColumns, 'FROM schools s WHERE s.public_id = :publicId AND s.suspended_at IS NOT NULL', {
    publicId,
  })
}

/** SQL: public id of the school `id` if it is suspended, else null. */
export const suspendedIdOf = (schoolId: string) =>
  textOrNull(`(SELECT x.public_id FROM schools x WHERE x.id = ${schoolId} AND x.suspended_at IS NOT NULL)`)

/** Returns the public id of the school if it is suspended, else null. */
export async function suspendedSchool(schoolId: number): Promise<string | null> {
  const row = await selectRow({ id: suspendedIdOf(':schoolId') }, 'FROM DUAL', { schoolId })
  return row?.id ?? null
}

/** SQL: public id of one school of a guardian account if all its schools are suspended, else null. */
export const onlySuspendedOf = (accountId: string) =>
  textOrNull(`(SELECT IF(SUM(x.suspended_at IS NULL) > 0, NULL, MIN(x.public_id)) FROM family_guardians y
    JOIN schools x ON x.id = y.school_id WHERE y.account_id = ${accountId})`)

export async function onlySuspendedSchool(accountId: number): Promise<string | null> {
  const row = await selectRow({ id: onlySuspendedOf(':accountId') }, 'FROM DUAL', { accountId })
  return row?.id ?? null
}

export function listSuspended({ accountId }: GuardianScope) {
  return selectRows(
    schoolColumns,
    `FROM schools s WHERE s.suspended_at IS NOT NULL
       AND EXISTS (SELECT 1 FROM family_guardians g WHERE g.school_id = s.id AND g.account_id = :accountId) ORDER BY s.name, s.id`,
    { accountId },
  )
}

/** Tables whose rows a guardian opens by public id. */
type Things = 'students' | 'payment_baskets' | 'receipts' | 'grievances' | 'breach_people'

/**
 * Returns the public id of the school of a row if that school is suspended and the guardian belongs to it, else null.
 */
export async function suspendedSchoolOf({ accountId }: GuardianScope, table: Things, publicId: string) {
  const row = await selectRow(
    { id: text('s.public_id') },
    `FROM ${table} t JOIN schools s ON s.id = t.school_id AND s.suspended_at IS NOT NULL
     JOIN family_guardians g ON g.school_id = s.id AND g.account_id = :accountId WHERE t.public_id = :publicId LIMIT 1`,
    { accountId, publicId },
  )
  return row?.id ?? null
}
