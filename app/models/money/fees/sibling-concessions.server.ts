import { createHash } from 'node:crypto'
import { flag, inTransaction, number, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keyOfOne } from '~/models/core/shared/once/form-key'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { dueBalance } from '~/models/money/ledger/rules'
import { type FeeDue, feeDues } from './apply-concessions.server'
import { shareConcession } from './concession-rules'
import { endConcessionStep, giveConcessionStep, isTooMuch } from './concessions.server'
import { findSiblingRule } from './sibling-rule.server'
import { familiesOf, nthWord, type RuleChild, siblingPercent } from './sibling-rules'
import { Concession } from './tables.server'

const child = {
  id: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  className: text('c.name'),
  bornOn: text('s.date_of_birth'),
  admittedOn: textOrNull('i.admission_date'),
  mobileNumber: text('s.mobile_number'),
  isRte: flag('s.rte'),
  sessionId: number('a.id'),
  sessionPublicId: text('a.public_id'),
  sessionName: text('a.name'),
  // Other relations, such as grandparents, do not prove that two children are siblings.
  guardians:
    textOrNull(`(SELECT GROUP_CONCAT(k.guardian_id) FROM guardian_links k WHERE k.school_id = s.school_id AND k.student_id = s.id
    AND k.relation IN ('father', 'mother', 'guardian'))`),
  namedFee:
    textOrNull(`(SELECT f.public_id FROM fees f WHERE f.school_id = s.school_id AND f.academic_session_id = e.academic_session_id
    AND f.class_id = e.class_id AND f.name = :feeName)`),
}

const sessionConcession = {
  ...columnsOf(
    Concession,
    't',
    'id',
    'publicId',
    'studentId',
    'feeId',
    'kind',
    'percentHundredths',
    'amountPaise',
    'isByRule',
  ),
  fee: textOrNull('f.public_id'),
}
type SessionConcession = Awaited<ReturnType<typeof concessionsOfSession>>[number]

function concessionsOfSession({ schoolId }: SchoolScope, academicSessionId: number) {
  return selectRows(
    sessionConcession,
    `FROM concessions t LEFT JOIN fees f ON f.id = t.fee_id
     WHERE t.school_id = :schoolId AND t.academic_session_id = :academicSessionId AND t.removed_at IS NULL ORDER BY t.id`,
    { schoolId, academicSessionId },
  )
}

type Child = RuleChild & {
  publicId: string
  name: string
  className: string
  isRte: boolean
  namedFee: string | null
  sessionPublicId: string
}

type SiblingAct = 'give' | 'change' | 'end'
type Obstacle = 'payment-under-way' | 'too-much'

interface SiblingChange {
  child: Pick<Child, 'publicId' | 'name' | 'className'>
  /** Position of the child among the `of` children of the family in the school. */
  nth: number
  of: number
  act: SiblingAct
  /** Concession before and after the change, in hundredths of a percent; null: none. */
  before: number | null
  after: number | null
  /** Paise that the new concession takes off open dues, and paise owed again as the old one ends. */
  offPaise: number
  againPaise: number
  obstacle: Obstacle | null
}

interface Planned extends SiblingChange {
  studentId: number
  sessionPublicId: string
  ending: SessionConcession[]
  fee: string | null
}

/**
 * Plans which concessions the rule would give, change or end now in the current session, for example after a child
 * joined or a sibling left. RTE children count as siblings but owe nothing. A child with a sibling concession given by
 * hand keeps it and gets none by the rule. Children who left keep theirs.
 */
export async function planSiblings(scope: SchoolScope) {
  const { planned, rule, sessionName, byHand } = await plan(scope)
  return { rule, sessionName, byHand, changes: planned.map(toSiblingChange), fingerprint: fingerprintOf(planned) }
}

const toSiblingChange = ({
  child: { publicId, name, className },
  nth,
  of,
  act,
  before,
  after,
  ...rest
}: Planned): SiblingChange => ({
  child: { publicId, name, className },
  nth,
  of,
  act,
  before,
  after,
  offPaise: rest.offPaise,
  againPaise: rest.againPaise,
  obstacle: rest.obstacle,
})

async function plan(scope: SchoolScope) {
  const rule = await findSiblingRule(scope)
  const rows = await selectRows(
    child,
    `FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id AND s.status = 'active'
     JOIN classes c ON c.id = e.class_id LEFT JOIN academic_infos i ON i.student_id = s.id
     WHERE e.school_id = :schoolId AND e.status = 'studying' ORDER BY s.id`,
    { schoolId: scope.schoolId, feeName: rule.feeName ?? '' },
  )
  const [first] = rows
  if (!first) return { rule, sessionName: null, byHand: 0, planned: [] }
  const children: Child[] = rows.map(({ guardians, ...row }) => ({
    ...row,
    guardianIds: guardians?.split(',').map(Number) ?? [],
  }))
  const concessions = new Map<number, SessionConcession[]>()
  for (const one of await concessionsOfSession(scope, first.sessionId))
    concessions.set(one.studentId, [...(concessions.get(one.studentId) ?? []), one])
  let byHand = 0
  const candidates = familiesOf(children, rule).flatMap((family) =>
    family.flatMap((one, index) => {
      const nth = index + 1
      const ownConcessions = concessions.get(one.id) ?? []
      const isByHand = ownConcessions.some(({ kind, isByRule }) => kind === 'sibling' && !isByRule)
      const percent = one.isRte || (rule.feeName !== null && one.namedFee === null) ? null : siblingPercent(rule, nth)
      if (isByHand && percent !== null) byHand++
      const after = isByHand ? null : percent
      const ending = ownConcessions.filter(
        ({ isByRule, percentHundredths, fee }) =>
          isByRule && (percentHundredths !== after || fee !== (rule.feeName === null ? null : one.namedFee)),
      )
      const stays = ownConcessions.some((other) => other.isByRule && !ending.includes(other))
      if (ending.length === 0 && (after === null || stays)) return []
      const others = ownConcessions.filter((other) => !ending.includes(other))
      return [{ one, nth, of: family.length, after, ending, others }]
    }),
  )
  const ids = candidates.map(({ one }) => one.id)
  const filters = { studentIds: ids, academicSessionId: first.sessionId, feeId: null }
  const ended = candidates.flatMap(({ ending }) => ending.map(({ id }) => id))
  const [dues, taken] =
    ids.length === 0 ? [[], new Map<string, number>()] : await Promise.all([feeDues(scope, filters), takenOffOf(ended)])
  const duesOf = new Map<number, FeeDue[]>()
  for (const due of dues) duesOf.set(due.studentId, [...(duesOf.get(due.studentId) ?? []), due])
  const feeIds = await feeIdsOf(scope, rule.feeName === null ? [] : candidates.flatMap(({ one }) => one.namedFee ?? []))
  const planned = candidates.map(({ one, nth, of, after, ending, others }): Planned => {
    const fee = after === null || rule.feeName === null ? null : one.namedFee
    const money = moneyOf({
      dues: duesOf.get(one.id) ?? [],
      ending,
      others,
      after,
      feeId: fee === null ? null : (feeIds.get(fee) ?? null),
      taken,
    })
    const before = ending[0]?.percentHundredths ?? null
    const act = after === null ? 'end' : ending.length > 0 ? 'change' : 'give'
    return {
      child: one,
      nth,
      of,
      act,
      before,
      after,
      ending,
      fee,
      ...money,
      studentId: one.id,
      sessionPublicId: one.sessionPublicId,
    }
  })
  return { rule, sessionName: first.sessionName, byHand, planned }
}

async function takenOffOf(concessionIds: readonly number[]): Promise<Map<string, number>> {
  if (concessionIds.length === 0) return new Map()
  const rows = await selectRows(
    { dueId: number('t.due_id'), concessionId: number('t.concession_id'), paise: number('t.amount_paise') },
    'FROM due_concessions t WHERE t.concession_id IN (:concessionIds)',
    { concessionIds: [...concessionIds] },
  )
  return new Map(rows.map((row) => [`${row.dueId}:${row.concessionId}`, row.paise]))
}

async function feeIdsOf({ schoolId }: SchoolScope, publicIds: readonly string[]): Promise<Map<string, number>> {
  if (publicIds.length === 0) return new Map()
  const rows = await selectRows(
    { id: number('f.id'), publicId: text('f.public_id') },
    'FROM fees f WHERE f.school_id = :schoolId AND f.public_id IN (:publicIds)',
    { schoolId, publicIds: [...new Set(publicIds)] },
  )
  return new Map(rows.map((row) => [row.publicId, row.id]))
}

interface Money {
  dues: readonly FeeDue[]
  ending: readonly SessionConcession[]
  others: readonly SessionConcession[]
  after: number | null
  feeId: number | null
  /** Amount that each concession took off each due, paise. */
  taken: ReadonlyMap<string, number>
}

/**
 * Computes how the amounts of open dues change when the old concessions end and the new one is given. Uses the same
 * rules as `applySiblings`.
 */
function moneyOf({ dues, ending, others, after, feeId, taken }: Money) {
  let againPaise = 0
  let isUnderWay = false
  const restored = dues.map((due) => {
    const mayChange = dueBalance(due) > 0 || due.paidPaise === 0
    const back = ending.reduce((sum, { id }) => sum + (taken.get(`${due.id}:${id}`) ?? 0), 0)
    if (!mayChange || back === 0) return due
    againPaise += back
    isUnderWay ||= due.isBeingPaid
    return { ...due, concessionPaise: due.concessionPaise - back }
  })
  if (after === null) return { offPaise: 0, againPaise, obstacle: isUnderWay ? ('payment-under-way' as const) : null }
  const size = { percentHundredths: after, amountPaise: null }
  const coveredDues = restored.filter((due) => feeId === null || due.feeId === feeId)
  const counting = others.filter((other) => feeId === null || other.feeId === null || other.feeId === feeId)
  isUnderWay ||= coveredDues.some((due) => due.isBeingPaid && dueBalance(due) > 0)
  const obstacle: Obstacle | null = isTooMuch(size, counting, coveredDues)
    ? 'too-much'
    : isUnderWay
      ? 'payment-under-way'
      : null
  const offPaise = [...new Set(coveredDues.map((due) => due.feeId))]
    .flatMap((id) =>
      shareConcession(
        size,
        coveredDues.flatMap((due) => (due.feeId === id ? [{ ...due, takenPaise: null }] : [])),
      ),
    )
    .reduce((sum, { paise }) => sum + paise, 0)
  return { offPaise, againPaise, obstacle }
}

/** Returns a hash of the plan, which ensures that the plan shown is the plan applied. */
function fingerprintOf(planned: readonly Planned[]): string {
  return createHash('sha256')
    .update(JSON.stringify(planned.map(toSiblingChange)))
    .digest('hex')
    .slice(0, 40)
}

/**
 * Applies the plan of `planSiblings`, one student per transaction; students who cannot be changed now are returned by
 * name and stay in the next plan. Idempotent, also for concurrent clerks and a repeated form. Refuses `changed` when
 * the current plan differs from the one shown.
 */
export async function applySiblings(
  scope: SchoolScope,
  { formKey, fingerprint }: { formKey: string; fingerprint: string },
) {
  const { planned } = await plan(scope)
  const doing = planned.filter(({ obstacle }) => obstacle === null)
  if (doing.length === 0)
    return done({ given: 0, changed: 0, ended: 0, offPaise: 0, againPaise: 0, left: [] as string[] })
  if (fingerprintOf(planned) !== fingerprint) return refused('changed')
  const sum = { given: 0, changed: 0, ended: 0, offPaise: 0, againPaise: 0 }
  const left = planned.flatMap(({ obstacle, child: { name } }) => (obstacle === null ? [] : [name]))
  for (const one of doing) {
    const outcome = await inTransaction(() => changeStep(scope, one, keyOfOne(formKey, one.child.publicId)))
    if (!outcome.ok) {
      left.push(one.child.name)
      continue
    }
    if (outcome.value === null) continue
    sum[one.act === 'give' ? 'given' : one.act === 'change' ? 'changed' : 'ended']++
    sum.offPaise += outcome.value.offPaise
    sum.againPaise += outcome.value.againPaise
  }
  await inTransaction(() =>
    recordAudit(scope, {
      action: 'sibling-rule.applied',
      subject: { kind: 'school', id: scope.schoolId },
      details: { ...sum, left: left.length },
    }),
  )
  return done({ ...sum, left })
}

/**
 * Ends one child's old concession and gives the new one; null when a concurrent request has already done so. Refuses
 * `given-by-hand`: since the plan, the child has received a sibling concession by hand, which excludes the rule's.
 */
async function changeStep(scope: SchoolScope, { studentId, ending, after, ...one }: Planned, formKey: string) {
  await lockLedger(scope, studentId)
  const siblings = await selectRows(
    columnsOf(Concession, 'c', 'id', 'isByRule'),
    `FROM concessions c JOIN academic_sessions a ON a.id = c.academic_session_id
     WHERE c.school_id = :schoolId AND c.student_id = :studentId AND a.public_id = :session AND c.kind = 'sibling'
       AND c.removed_at IS NULL ORDER BY c.id FOR UPDATE`,
    { schoolId: scope.schoolId, studentId, session: one.sessionPublicId },
  )
  const ruleConcessions = siblings.filter(({ isByRule }) => isByRule)
  if (after !== null && ruleConcessions.length < siblings.length) return refused('given-by-hand')
  const expected = ending.map(({ id }) => id).sort((a, b) => a - b)
  if (ruleConcessions.length !== expected.length || ruleConcessions.some(({ id }, index) => id !== expected[index]))
    return done(null)
  let againPaise = 0
  for (const { id } of ending) {
    const ended = await endConcessionStep(scope, { id, studentId })
    if (!ended.ok) return ended
    againPaise += ended.value.paise
  }
  if (after === null) return done({ offPaise: 0, againPaise })
  const newConcession = await giveConcessionStep(scope, one.child.publicId, {
    kind: 'sibling',
    percentHundredths: after,
    amountPaise: null,
    fee: one.fee,
    formKey,
    isByRule: true,
    academicSession: one.sessionPublicId,
    reason: `By the sibling rule: ${nthWord(one.nth)} of ${one.of} children in the school`,
  })
  if (!newConcession.ok) return newConcession
  return done({ offPaise: newConcession.value.paise, againPaise })
}
