import {
  execute,
  flag,
  inParts,
  insertRows,
  instant,
  instantOrNull,
  inTransaction,
  lockRows,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keyOfOne } from '~/models/core/shared/once/form-key'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { GuardianRelation } from './options'
import { type KeyedProposal, listProposals } from './propose.server'
import type { Doubt } from './propose-rules'
import { keepBlocked } from './shut-out.server'
import { GuardianBatch } from './tables.server'
import { noneNotifiedSql } from './told.server'

/**
 * Selected proposals: those with these keys, or all that are not doubtful and have a child in this class ('': in the
 * whole school).
 */
export type ChosenProposals = { keys: readonly string[] } | { sureOf: string }

/** Proposals with a child in the class; '' for the whole school. */
export function ofClass<Of extends Pick<KeyedProposal, 'children'>>(proposals: readonly Of[], classId: string): Of[] {
  return proposals.filter(({ children }) => classId === '' || children.some((child) => child.classId === classId))
}

/**
 * Creates guardians and links from proposals, once per form key, and returns the batch's public id. All guardians may
 * see and pay; doubtful ones are not notified yet, and those restricted for another child get no rights. Skips
 * proposals that have changed. Refuses `nothing-left`.
 */
export function makeBatch(scope: SchoolScope, formKey: string, choice: ChosenProposals) {
  return createOnce({ table: GuardianBatch, scope, formKey, taken: {} }, async () => {
    const { schoolId } = scope
    // One batch at a time: two would create the same guardians twice.
    await lockRows('FROM schools WHERE id = :schoolId', { schoolId })
    if ((await GuardianBatch.count({ where: { schoolId, formKey } })) > 0) {
      const same = await GuardianBatch.findOne({ attributes: ['publicId'], where: { schoolId, formKey }, raw: true })
      return done(same?.publicId ?? '')
    }
    const { proposals } = await listProposals(scope)
    const chosenProposals =
      'keys' in choice
        ? proposals.filter(({ key }) => choice.keys.includes(key))
        : ofClass(proposals, choice.sureOf).filter(({ doubt }) => doubt === null)
    if (chosenProposals.length === 0) return refused('nothing-left')
    const links = chosenProposals.flatMap(({ name, mobileNumber, relation, known, doubt, children }) => {
      const guardian = { publicId: known ?? newPublicId(), isNew: known === null, name, mobileNumber, email: null }
      return children.map(({ id }) => ({ guardian, studentId: id, relation, ...rightsIn(doubt) }))
    })
    const doubtful = chosenProposals.filter(({ doubt }) => doubt !== null).length
    return done(await writeBatch(scope, formKey, links, { doubtful }))
  })
}

/** Rights of a new link: none for a guardian who is restricted for another child, no messages while in doubt. */
export const rightsIn = (doubt: Doubt | null) => {
  const has = doubt !== 'restricted'
  return { maySee: has, mayPay: has, isTold: doubt === null }
}

export interface NewLink {
  /** The same object for all children of a new guardian. */
  guardian: { publicId: string; isNew: boolean; name: string; mobileNumber: string | null; email: string | null }
  studentId: number
  relation: GuardianRelation
  maySee: boolean
  mayPay: boolean
  isTold: boolean
}

/**
 * Writes links, and the guardians that are new, as a batch that can be undone; returns its public id. Runs in the
 * caller's transaction.
 * @param counts further numbers for the audit log
 */
export async function writeBatch(
  scope: SchoolScope,
  formKey: string,
  newLinks: readonly NewLink[],
  counts: Readonly<Record<string, number>>,
): Promise<string> {
  const { schoolId } = scope
  const publicId = newPublicId()
  const links = newLinks.map((one) => ({ ...one, link: newPublicId() }))
  const newOnes = [...new Set(newLinks.map(({ guardian }) => guardian))].filter(({ isNew }) => isNew)
  const batch = await GuardianBatch.create({
    publicId,
    schoolId,
    formKey,
    madeBy: scope.actor.name,
    guardianCount: newOnes.length,
    linkCount: links.length,
  })
  await writeGuardians(schoolId, formKey, newOnes)
  for (const part of inParts(links)) await writeLinks(schoolId, batch.id, part)
  await recordAudit(scope, {
    action: 'guardian-batch.made',
    subject: { kind: 'guardian-batch', id: batch.id },
    details: { guardians: newOnes.length, children: links.length, ...counts },
  })
  return publicId
}

function writeGuardians(schoolId: number, formKey: string, newOnes: ReadonlyArray<NewLink['guardian']>): Promise<void> {
  const now = new Date()
  return insertRows(
    'family_guardians',
    ['public_id', 'school_id', 'name', 'mobile_number', 'email', 'form_key', 'created_at', 'updated_at'],
    newOnes.map(({ publicId, name, mobileNumber, email }) => [
      ...[publicId, schoolId, name, mobileNumber, email],
      ...[keyOfOne(formKey, publicId), now, now],
    ]),
  )
}

const positions: Partial<Record<GuardianRelation, number>> = { father: 1, mother: 2 }

async function writeLinks(schoolId: number, batchId: number, links: ReadonlyArray<NewLink & { link: string }>) {
  const ids = await selectRows(
    { id: number('g.id'), publicId: text('g.public_id') },
    'FROM family_guardians g WHERE g.school_id = :schoolId AND g.public_id IN (:guardians)',
    { schoolId, guardians: links.map(({ guardian }) => guardian.publicId) },
  )
  const idOf = new Map(ids.map((row) => [row.publicId, row.id]))
  const now = new Date()
  await insertRows(
    'guardian_links',
    [
      'public_id',
      'school_id',
      'guardian_id',
      'student_id',
      'relation',
      'may_see',
      'may_pay',
      'is_told',
      'position',
      'created_at',
      'updated_at',
    ],
    links.map(({ link, guardian, studentId, relation, maySee, mayPay, isTold }) => [
      ...[link, schoolId, idOf.get(guardian.publicId) ?? null, studentId, relation],
      ...[maySee, mayPay, isTold].map(Number),
      ...[positions[relation] ?? 3, now, now],
    ]),
  )
  await keepBlocked(
    schoolId,
    links.map(({ link }) => link),
  )
  await insertRows(
    'guardian_batch_links',
    ['batch_id', 'school_id', 'link_public_id', 'guardian_public_id', 'is_new_guardian'],
    links.map(({ link, guardian }) => [batchId, schoolId, link, guardian.publicId, guardian.isNew ? 1 : 0]),
  )
}

const batch = {
  ...columnsOf(GuardianBatch, 't', 'id', 'publicId', 'madeBy', 'guardianCount', 'linkCount', 'undoneBy'),
  madeAt: instant('t.created_at'),
  undoneAt: instantOrNull('t.undone_at'),
}

export function listBatches({ schoolId }: SchoolScope) {
  return selectRows(batch, 'FROM guardian_batches t WHERE t.school_id = :schoolId ORDER BY t.id DESC LIMIT 20', {
    schoolId,
  })
}

export function findBatch({ schoolId }: SchoolScope, publicId: string) {
  const fromClause = 'FROM guardian_batches t WHERE t.school_id = :schoolId AND t.public_id = :publicId'
  return selectRow(batch, fromClause, { schoolId, publicId })
}

/** SQL condition: the table has a row of the guardian `g`, which also meets the condition `more`. */
const names = (table: string, more = '') =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.school_id = g.school_id AND x.guardian_id = g.id ${more})`

/** SQL: the guardian has consented or complained; undoing a batch keeps such a guardian. */
const hasActed = `(${names('consent_decisions')} OR ${names('grievances')})`

/** SQL: since the batch, the guardian was edited, invited or activated, or has consented or complained. */
const touchedGuardian = `g.version > 1 OR g.account_id IS NOT NULL OR ${names('guardian_invitations')} OR ${hasActed}`

/** SQL: the guardian has consented, complained or paid for this child. */
const hasActedFor = ['consent_decisions', 'grievances']
  .map((table) => names(table, 'AND x.student_id = k.student_id'))
  .concat(
    names(
      'payment_baskets',
      `AND EXISTS (SELECT 1 FROM payments p WHERE p.school_id = x.school_id
    AND p.basket_id = x.id AND p.student_id = k.student_id)`,
    ),
  )
  .join(' OR ')
/**
 * SQL condition for links that undoing the batch keeps: edited, blocked by the student, used by the guardian for the
 * child, or of a guardian whom this batch created and who has changed or acted since (`touchedGuardian`).
 */
const stays = `(k.version > 1 OR k.shut_out_at IS NOT NULL OR ${hasActedFor} OR (b.is_new_guardian = 1 AND (${touchedGuardian})))`

/** Finds the links among `ids` by which the guardian has consented, complained or paid for the child. */
export async function findUsedLinks(schoolId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await selectRows(
    { id: number('k.id') },
    `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
     WHERE k.school_id = :schoolId AND k.id IN (:ids) AND (${hasActedFor})`,
    { schoolId, ids },
  )
  return rows.map(({ id }) => id)
}

/** Ids of a batch, of the guardians that it created, and of its links to guardians who existed before. */
export async function idsOfBatch({ schoolId }: SchoolScope, publicId: string) {
  const rows = await selectRows(
    { batch: number('b.batch_id'), link: number('k.id'), guardian: number('g.id'), isNew: flag('b.is_new_guardian') },
    `FROM ${batchJoins} JOIN guardian_batches t ON t.id = b.batch_id
     WHERE b.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId, publicId },
  )
  return {
    batch: rows[0]?.batch,
    guardians: [...new Set(rows.flatMap(({ guardian, isNew }) => (isNew ? [guardian] : [])))],
    links: rows.flatMap(({ link, isNew }) => (isNew ? [] : [link])),
  }
}

const batchJoins = `guardian_batch_links b
  JOIN guardian_links k ON k.school_id = b.school_id AND k.public_id = b.link_public_id
  JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id`

/**
 * Remaining links of a batch with their guardian and rights, and whether undoing keeps them. `blockedAt`: a student of
 * 18 ended the guardian's access. `hasNoRecipient`: no guardian of the child is notified. At most `limit`, kept links
 * first, then those whose guardian is not notified.
 */
export function listBatchLinks({ schoolId }: SchoolScope, batchId: number, limit: number) {
  return selectRows(
    {
      publicId: text('k.public_id'),
      guardianId: text('g.public_id'),
      guardianName: text('g.name'),
      mobileNumber: textOrNull('g.mobile_number'),
      childName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
      maySee: flag('k.may_see'),
      mayPay: flag('k.may_pay'),
      getsMessages: flag('k.is_told'),
      blockedAt: instantOrNull('k.shut_out_at'),
      hasNoRecipient: flag(noneNotifiedSql),
      stays: flag(stays),
      hasActed: flag(hasActed),
    },
    `FROM ${batchJoins} JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
     WHERE b.batch_id = :batchId AND b.school_id = :schoolId ORDER BY stays DESC, k.is_told, g.name, g.id, s.id LIMIT :limit`,
    { schoolId, batchId, limit },
  )
}

/**
 * Undoes a batch: deletes its links, then the guardians it created who have no child left. Keeps rows that were changed
 * since, and those of guardians who have consented, complained or paid; returns the number of kept links. Idempotent.
 * Refuses `not-found`, and `has-acted` when a guardian consents or complains concurrently.
 */
export function undoBatch(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      const lockedBatch = await lockThing(GuardianBatch, scope, publicId)
      if (!lockedBatch) return refused('not-found')
      const values = { schoolId: scope.schoolId, batchId: lockedBatch.id }
      if (lockedBatch.undoneAt === null) {
        await execute(
          `DELETE k FROM ${batchJoins} WHERE b.batch_id = :batchId AND b.school_id = :schoolId AND NOT ${stays}`,
          values,
        )
        await execute(
          `DELETE g FROM family_guardians g
           JOIN (SELECT DISTINCT guardian_public_id FROM guardian_batch_links
             WHERE batch_id = :batchId AND school_id = :schoolId AND is_new_guardian = 1) b ON b.guardian_public_id = g.public_id
           LEFT JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id
           WHERE g.school_id = :schoolId AND k.id IS NULL AND NOT (${touchedGuardian})`,
          values,
        )
        await GuardianBatch.update(
          { undoneAt: new Date(), undoneBy: scope.actor.name },
          { where: { id: lockedBatch.id } },
        )
      }
      const left = await selectRow(
        { kept: number('COUNT(*)') },
        `FROM ${batchJoins} WHERE b.batch_id = :batchId AND b.school_id = :schoolId`,
        values,
      )
      const keptCount = left?.kept ?? 0
      if (lockedBatch.undoneAt === null) {
        const subject = { kind: 'guardian-batch', id: lockedBatch.id }
        await recordAudit(scope, {
          action: 'guardian-batch.undone',
          subject,
          details: { children: lockedBatch.linkCount, kept: keptCount },
        })
      }
      return done({ kept: keptCount })
    },
    { '*': 'has-acted' },
  )
}
