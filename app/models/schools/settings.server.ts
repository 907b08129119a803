import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { cbseGrades, type DefaultFineKind, type GradeBand } from './options'

export interface Settings {
  /** 1 to 12: the month a school year begins in. */
  yearStartsMonth: number
  /** Whether the first sign-in asks for the printed activation code beside the birth date. */
  activationCodeRequired: boolean
  /** Whether the school is offered at /students/register. */
  onlineAdmissions: boolean
  /** Whether students may pay a part of an instalment online; the office always may take one. */
  partPaymentAllowed: boolean
  /** The least that may be paid of a due in one go; the balance where that is less. */
  partPaymentMinimumPaise: number
  /** Whether students see their rank in the class. */
  rankShown: boolean
  hasMapsKey: boolean
  fineKind: DefaultFineKind
  fineAmountPaise: number
  fineGraceDays: number
  /** Null: the fine grows without end. */
  fineCapPaise: number | null
  /** Roles of staff of which a second factor is demanded. */
  factorRoles: string[]
}

type Flags = 'activationCodeRequired' | 'onlineAdmissions' | 'partPaymentAllowed' | 'rankShown' | 'hasMapsKey'
type Row = Omit<Settings, Flags | 'factorRoles'> & Record<Flags, 0 | 1> & { factorRoles: string }

/** The switches of a school; what was never touched is as the columns' defaults say. */
export async function findSettings(scope: SchoolScope | StudentScope): Promise<Settings> {
  const row = await selectOne<Row>(
    `SELECT CAST(COALESCE(t.year_starts_month, 4) AS SIGNED) AS yearStartsMonth,
       CAST(COALESCE(t.activation_code_required, 0) AS SIGNED) AS activationCodeRequired,
       CAST(COALESCE(t.online_admissions, 1) AS SIGNED) AS onlineAdmissions, CAST(COALESCE(t.part_payment_allowed, 0) AS SIGNED) AS partPaymentAllowed,
       CAST(COALESCE(t.part_payment_minimum_paise, 0) AS SIGNED) AS partPaymentMinimumPaise, CAST(COALESCE(t.rank_shown, 1) AS SIGNED) AS rankShown,
       t.maps_key IS NOT NULL AS hasMapsKey, COALESCE(t.fine_kind, 'none') AS fineKind,
       CAST(COALESCE(t.fine_amount_paise, 0) AS SIGNED) AS fineAmountPaise, CAST(COALESCE(t.fine_grace_days, 0) AS SIGNED) AS fineGraceDays,
       t.fine_cap_paise AS fineCapPaise, COALESCE(t.factor_roles, '') AS factorRoles
     FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId },
  )
  if (!row) throw new Error('The school of a session is gone')
  return {
    ...row,
    activationCodeRequired: row.activationCodeRequired === 1,
    onlineAdmissions: row.onlineAdmissions === 1,
    partPaymentAllowed: row.partPaymentAllowed === 1,
    rankShown: row.rankShown === 1,
    hasMapsKey: row.hasMapsKey === 1,
    factorRoles: row.factorRoles.split(',').filter((role) => role !== ''),
  }
}

/** The school's grade table, the best grade first; the CBSE grades until it has its own. */
export async function listGradeBands(scope: SchoolScope | StudentScope): Promise<readonly GradeBand[]> {
  const rows = await select<GradeBand>(
    `SELECT grade, from_percent AS fromPercent FROM grade_bands WHERE school_id = :schoolId ORDER BY from_percent DESC`,
    { schoolId: scope.schoolId },
  )
  return rows.length > 0 ? rows : cbseGrades
}
