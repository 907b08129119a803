import {
  flag,
  instantOrNull,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { linkForm } from './guardian-fields'
import { keepBlocked } from './shut-out.server'
import { Guardian, GuardianLink } from './tables.server'

/** Public ids: `id` of the guardian, `childId` of the link to the child. */
export type LinkIds = { id: string; childId: string }
type Rights = ValuesOf<typeof linkForm>

const link = {
  ...columnsOf(GuardianLink, 'k', 'publicId', 'relation', 'maySee', 'mayPay', 'isTold', 'position', 'note', 'version'),
  /** True when an adult student has blocked this guardian from seeing and paying. */
  isShutOut: flag('k.shut_out_at IS NOT NULL'),
  shutOutAt: instantOrNull('k.shut_out_at'),
}

const ofChild = {
  ...link,
  studentId: text('s.public_id'),
  childName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('t.name'),
}

const childJoins = `JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
  LEFT JOIN academic_sessions a ON a.school_id = k.school_id AND a.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id AND e.status = 'studying'
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections t ON t.id = e.section_id`

export function listChildrenOf({ schoolId }: SchoolScope, guardianId: number) {
  return selectRows(
    ofChild,
    `FROM guardian_links k ${childJoins} WHERE k.school_id = :schoolId AND k.guardian_id = :guardianId
     ORDER BY s.date_of_birth, s.id`,
    { schoolId, guardianId },
  )
}

export function findLink({ schoolId }: SchoolScope, ids: LinkIds) {
  return selectRow(
    { ...ofChild, guardianName: text('g.name') },
    `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id ${childJoins}
     WHERE k.school_id = :schoolId AND g.public_id = :id AND k.public_id = :childId`,
    { schoolId, ...ids },
  )
}

export function listGuardiansOf({ schoolId }: SchoolScope, studentPublicId: string) {
  return selectRows(
    {
      ...link,
      ...columnsOf(Guardian, 'g', 'name', 'mobileNumber', 'mobileState', 'email'),
      guardianId: text('g.public_id'),
      isActivated: flag('g.account_id IS NOT NULL'),
    },
    `FROM guardian_links k JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
     JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
     WHERE k.school_id = :schoolId AND s.public_id = :studentPublicId ORDER BY k.position, k.id`,
    { schoolId, studentPublicId },
  )
}

function rightsOf({ relation, maySee, mayPay, isTold, position }: Omit<Rights, 'note'>) {
  return { relation, maySee, mayPay, isTold, position }
}

const namedChild = { id: number('s.id'), name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))") }

/**
 * Gives a guardian rights for one more child (null: the search found none); returns the link's public id. Refuses the
 * same child again, so that a repeated form creates one link. If the student has blocked any guardian, the new link
 * stays blocked until the student admits it. Refuses `not-found`, `no-such-student`, `linked-already`.
 */
export async function addChild(scope: SchoolScope, guardianId: string, studentPublicId: string | null, rights: Rights) {
  if (studentPublicId === null) return refused('no-such-student')
  return inTransaction(
    async () => {
      const guardian = await lockThing(Guardian, scope, guardianId)
      if (!guardian) return refused('not-found')
      const studentKey = { schoolId: scope.schoolId, studentPublicId }
      const fromClause = 'FROM students s WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId'
      const child = await selectRow(namedChild, fromClause, studentKey)
      if (!child) return refused('no-such-student')
      const publicId = newPublicId()
      const keys = { publicId, schoolId: scope.schoolId, guardianId: guardian.id, studentId: child.id }
      await GuardianLink.create({ ...rights, ...keys })
      await keepBlocked(scope.schoolId, [publicId])
      const details = { guardian: guardian.name, child: child.name, ...rightsOf(rights) }
      await recordAudit(scope, {
        action: 'guardian.child-added',
        subject: { kind: 'guardian', id: guardian.id },
        details,
      })
      return done(publicId)
    },
    { guardian_links_pair: 'linked-already' },
  )
}

async function lockLink(scope: SchoolScope, { id, childId }: LinkIds) {
  const guardian = await lockThing(Guardian, scope, id)
  const lockedLink = guardian && (await lockThing(GuardianLink, scope, childId))
  if (!guardian || !lockedLink || lockedLink.guardianId !== guardian.id) return null
  const child = await selectRow(namedChild, 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId', {
    schoolId: scope.schoolId,
    studentId: lockedLink.studentId,
  })
  return child && { guardian, link: lockedLink, child }
}

/**
 * Changes a guardian's rights for a child. Refuses `not-found` and `changed` (saved by another user since `version`).
 */
export function changeRights(scope: SchoolScope, ids: LinkIds, version: number, values: Rights) {
  return inTransaction(async () => {
    const lockedRows = await lockLink(scope, ids)
    if (!lockedRows) return refused('not-found')
    if (lockedRows.link.version !== version) return refused('changed')
    await GuardianLink.update({ ...values, version: version + 1 }, { where: { id: lockedRows.link.id } })
    const { guardian, link, child } = lockedRows
    const before = Object.fromEntries(Object.entries(rightsOf(link)).map(([name, value]) => [`${name}Before`, value]))
    const details = { guardian: guardian.name, child: child.name, ...rightsOf(values), ...before }
    await recordAudit(scope, {
      action: 'guardian.rights-changed',
      subject: { kind: 'guardian', id: guardian.id },
      details,
    })
    return done()
  })
}

/** Removes a child from a guardian. Refuses `not-found`, and `shut-out`: an adult student's block stays. */
export function removeChild(scope: SchoolScope, ids: LinkIds) {
  return inTransaction(async () => {
    const lockedRows = await lockLink(scope, ids)
    if (!lockedRows) return refused('not-found')
    const { guardian, link, child } = lockedRows
    if (link.shutOutAt !== null) return refused('shut-out')
    await GuardianLink.destroy({ where: { id: link.id } })
    const details = { guardian: guardian.name, child: child.name, ...rightsOf(link) }
    await recordAudit(scope, {
      action: 'guardian.child-removed',
      subject: { kind: 'guardian', id: guardian.id },
      details,
    })
    return done()
  })
}
