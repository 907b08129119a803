import { flag, inTransaction, number, selectRow, textOrNull } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { contains } from '~/kit/tables/select-page.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { typedMobile } from '~/models/people/students/match-students.server'
import { unlinkAccount } from './end-accounts.server'
import { guardianForm } from './guardian-fields'
import { voidInvitation } from './invitations.server'
import { isInvitedSql } from './invited'
import { Guardian } from './tables.server'
import { noneNotifiedSql } from './told.server'

const childrenOf =
  'FROM guardian_links k JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id WHERE k.school_id = t.school_id AND k.guardian_id = t.id'

const reads = plainReads(Guardian, guardianForm, {
  listed: ['name', 'mobileNumber', 'mobileState', 'email', 'language'],
  counts: {
    isActivated: flag('t.account_id IS NOT NULL'),
    /** `YYYY-MM-DD`, day of the last activation. */
    activatedOn: textOrNull(
      `(SELECT DATE(MAX(x.created_at) + INTERVAL 330 MINUTE) FROM audit_entries x WHERE x.school_id = t.school_id
        AND x.subject_kind = 'guardian' AND x.subject_id = t.id AND x.action = 'guardian.activated')`,
    ),
    isInvited: flag(isInvitedSql('t')),
    children: textOrNull(
      `(SELECT GROUP_CONCAT(TRIM(CONCAT(s.first_name, ' ', s.last_name)) ORDER BY s.date_of_birth, s.id SEPARATOR ', ') ${childrenOf})`,
    ),
  },
  more: {
    links: number(`(SELECT COUNT(*) ${childrenOf})`),
    /**
     * True when a child signs in by the guardian's number or address: with the slip, the child could activate the
     * invitation.
     */
    sharesSignIn: flag(`EXISTS (SELECT 1 ${childrenOf} AND (s.mobile_number = t.mobile_number OR s.email = t.email))`),
  },
  search: [
    't.name',
    (searchText) =>
      `EXISTS (SELECT 1 ${childrenOf} AND ${contains("CONCAT_WS(' ', s.first_name, s.last_name, s.enrollment_number)", searchText, 'pattern')})`,
  ],
  // Also finds a mobile number typed with spaces or +91, or by its last four to nine digits.
  matches: (searchText) => ({
    sql: ":mobile <> '' AND t.mobile_number LIKE CONCAT('%', :mobile)",
    values: { mobile: typedMobile(searchText) ?? (/^\d{4,9}$/.test(searchText.trim()) ? searchText.trim() : '') },
  }),
  filters: {
    state: `CASE :state WHEN 'activated' THEN t.account_id IS NOT NULL
      WHEN 'unproved' THEN t.account_id IS NOT NULL AND t.mobile_state <> 'proved' AND t.email_state <> 'proved'
      WHEN 'invited' THEN t.account_id IS NULL AND ${isInvitedSql('t')}
      WHEN 'not-invited' THEN t.account_id IS NULL AND NOT ${isInvitedSql('t')}
      WHEN 'wrong' THEN t.mobile_state = 'wrong'
      WHEN 'nobody-told' THEN EXISTS (SELECT 1 ${childrenOf} AND s.status = 'active' AND ${noneNotifiedSql})
      ELSE NOT EXISTS (SELECT 1 ${childrenOf}) END`,
  },
  orders: { name: 't.name', mobile: ['t.mobile_number IS NULL', 't.mobile_number'] },
})

const records = plainRecords(Guardian, guardianForm, {
  kind: 'guardian',
  // Audits only name and contacts, because other fields give no access.
  details: ({ name, mobileNumber, mobileState, email, emailState }) => ({
    name,
    mobileNumber,
    mobileState,
    email,
    emailState,
  }),
  taken: {},
  // A guardian with consents or payments cannot be deleted, because these must keep the guardian's name.
  held: { '*': 'has-acted' },
  keep: async ({ schoolId }, { id }) => {
    const fromClause =
      'FROM guardian_links k WHERE k.school_id = :schoolId AND k.guardian_id = :id AND k.shut_out_at IS NOT NULL FOR UPDATE'
    return (await selectRow({ id: number('k.id') }, fromClause, { schoolId, id })) ? refused('shut-out') : null
  },
  removeParts: async ({ schoolId }, { id, accountId }) => {
    if (accountId !== null) await unlinkAccount({ id, schoolId, accountId })
    return []
  },
  save: async ({ scope, row, values, write }) => {
    // A changed number or address becomes unproved, unless a state was chosen with it.
    const stateOf = <State>(isOther: boolean, before: State | undefined, chosenState: State, fresh: State) =>
      isOther && before === chosenState ? fresh : chosenState
    const isOther = (name: 'mobileNumber' | 'email') => row !== null && row[name] !== values[name]
    const written = {
      ...values,
      mobileState: stateOf(isOther('mobileNumber'), row?.mobileState, values.mobileState, 'unproved'),
      emailState: stateOf(isOther('email'), row?.emailState, values.emailState, 'unproved'),
    }
    const id = await write(written)
    // Voids the invitation: the previous or wrong contact may belong to someone else, who could use the slip.
    const isWrong = written.mobileState === 'wrong' || written.emailState === 'wrong'
    if (isOther('mobileNumber') || isOther('email') || isWrong) await voidInvitation(scope, id)
    return null
  },
})

export const guardians = { ...reads, ...records }

/**
 * Ends the account's access at this school, for example after a child or the holder of an old SIM activated it: unlinks
 * the guardian and voids an open invitation. Rights and history stay, and the guardian can be invited again at once.
 * Refuses `not-found` and `no-account`.
 * @param reason kept in the audit log
 */
export function closeAccess(scope: SchoolScope, publicId: string, reason: string) {
  return inTransaction(async () => {
    const guardian = await lockThing(Guardian, scope, publicId)
    if (!guardian) return refused('not-found')
    const { id, name, accountId } = guardian
    if (accountId === null) return refused('no-account')
    await voidInvitation(scope, id)
    await unlinkAccount({ id, schoolId: scope.schoolId, accountId })
    await recordAudit(scope, {
      action: 'guardian.access-closed',
      subject: { kind: 'guardian', id },
      details: { name, reason },
    })
    return done()
  })
}
