import { flag, number, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { isAsked, type Purpose } from './options'
import { type CountedConsent, countConsent } from './rules'
import { ConsentDecision, PrivacyNotice } from './tables.server'

type OfSchool = Pick<SchoolScope, 'schoolId'>

const current = {
  ...columnsOf(PrivacyNotice, 'n', 'id', 'publicId', 'purpose', 'number', 'title', 'publishedAt'),
  /** Consent to a version before this number no longer counts. */
  askedAgainSince: number(`(SELECT COALESCE(MAX(a.number), 1) FROM privacy_notices a WHERE a.school_id = n.school_id
    AND a.purpose = n.purpose AND a.published_at IS NOT NULL AND a.asks_anew = 1)`),
}

export type CurrentNotice = Awaited<ReturnType<typeof listCurrentNotices>>[number]

/**
 * Lists the current notice of each purpose of the school, in the order in which the purposes were added. A purpose
 * without a published notice is not listed.
 */
export function listCurrentNotices({ schoolId }: OfSchool) {
  return selectRows(
    current,
    `FROM privacy_notices n WHERE n.school_id = :schoolId AND n.published_at IS NOT NULL
       AND n.number = (SELECT MAX(x.number) FROM privacy_notices x WHERE x.school_id = n.school_id AND x.purpose = n.purpose
         AND x.published_at IS NOT NULL)
     ORDER BY (SELECT MIN(y.id) FROM privacy_notices y WHERE y.school_id = n.school_id AND y.purpose = n.purpose)`,
    { schoolId },
  )
}

const decisionColumns = {
  ...columnsOf(
    ConsentDecision,
    'd',
    'publicId',
    'studentId',
    'purpose',
    'noticeId',
    'decision',
    'decidedAt',
    'guardianId',
    'decidedByName',
  ),
  ...columnsOf(ConsentDecision, 'd', 'channel', 'verification', 'language', 'fileId', 'recordedByName', 'createdAt'),
  noticeNumber: number('n.number'),
  noticePublicId: text('n.public_id'),
  guardianCounts: flag('(k.may_see = 1 AND k.shut_out_at IS NULL)'),
}

export type DecidedConsent = Awaited<ReturnType<typeof listDecisions>>[number]

/** Lists all decisions for these students, oldest first. */
export async function listDecisions({ schoolId }: OfSchool, studentIds: readonly number[]) {
  if (studentIds.length === 0) return []
  return selectRows(
    decisionColumns,
    `FROM consent_decisions d JOIN privacy_notices n ON n.school_id = d.school_id AND n.id = d.notice_id
     LEFT JOIN guardian_links k ON k.school_id = d.school_id AND k.guardian_id = d.guardian_id AND k.student_id = d.student_id
     WHERE d.school_id = :schoolId AND d.student_id IN (:studentIds) ORDER BY d.decided_at, d.id`,
    { schoolId, studentIds: [...studentIds] },
  )
}

/** Computes a student's consent under the current notice. `decided` may include other students' decisions. */
export function consentUnder(
  { purpose, askedAgainSince }: Pick<CurrentNotice, 'purpose' | 'askedAgainSince'>,
  student: { id: number; birthDate: string },
  decided: readonly DecidedConsent[],
  now = new Date(),
): CountedConsent {
  const ownDecisions = decided.filter((each) => each.studentId === student.id && each.purpose === purpose)
  const countedDecisions = ownDecisions.map(
    ({ decision, decidedAt, guardianId, guardianCounts, noticeNumber, decidedByName }) => ({
      decision,
      at: decidedAt,
      guardianId,
      guardianCounts,
      noticeNumber,
      byName: decidedByName,
    }),
  )
  return countConsent(countedDecisions, { birthDate: student.birthDate, today: todayInIndia(now), askedAgainSince })
}

/**
 * Returns whether the school may use a student's data for this purpose now. True when the purpose needs no consent, or
 * when a notice is published, an entitled person has consented and none has refused. Entitled are the guardians; from
 * 18 on only the student. Check at the moment of use, because a withdrawal takes effect at once.
 */
export async function isConsented(
  scope: SchoolScope | StudentScope,
  { studentId, purpose }: { studentId: number; purpose: Purpose },
): Promise<boolean> {
  return (await consentedAmong(scope, { studentIds: [studentId], purpose })).has(studentId)
}

export async function consentedAmong(
  { schoolId }: OfSchool,
  { studentIds, purpose }: { studentIds: readonly number[]; purpose: Purpose },
): Promise<ReadonlySet<number>> {
  if (studentIds.length === 0) return new Set()
  const notice = (await listCurrentNotices({ schoolId })).find((each) => each.purpose === purpose)
  const students = await selectRows(
    { id: number('s.id'), birthDate: text('s.date_of_birth') },
    'FROM students s WHERE s.school_id = :schoolId AND s.id IN (:studentIds)',
    { schoolId, studentIds: [...studentIds] },
  )
  if (!isAsked(purpose)) return new Set(students.map(({ id }) => id))
  if (!notice) return new Set()
  const decided = await listDecisions({ schoolId }, studentIds)
  return new Set(
    students.filter((student) => consentUnder(notice, student, decided).state === 'given').map(({ id }) => id),
  )
}
