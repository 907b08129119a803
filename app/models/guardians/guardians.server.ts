import { flag, number, textOrNull } from '~/database/database.server'
import { plainReads } from '~/models/records/plain-reads.server'
import { plainRecords } from '~/models/records/plain-records.server'
import { typedMobile } from '~/models/students/match-students.server'
import { guardianForm } from './guardian-fields'
import { isInvitedSql } from './invited'
import { Guardian } from './tables.server'

const childrenOf =
  'FROM guardian_links k JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id WHERE k.school_id = t.school_id AND k.guardian_id = t.id'

const reads = plainReads(Guardian, guardianForm, {
  listed: ['name', 'mobileNumber', 'mobileState', 'email', 'language'],
  counts: {
    isActivated: flag('t.account_id IS NOT NULL'),
    /** By an invitation that can still be activated. */
    isInvited: flag(isInvitedSql('t')),
    children: textOrNull(
      `(SELECT GROUP_CONCAT(CONCAT(s.first_name, ' ', s.last_name) ORDER BY s.date_of_birth, s.id SEPARATOR ', ') ${childrenOf})`,
    ),
  },
  more: { links: number(`(SELECT COUNT(*) ${childrenOf})`) },
  search: [
    't.name',
    `EXISTS (SELECT 1 ${childrenOf} AND CONCAT_WS(' ', s.first_name, s.last_name, s.enrollment_number) LIKE :pattern ESCAPE '!')`,
  ],
  // Numbers with spaces or +91, and the end of one, are found as well.
  matches: (typed) => ({
    sql: ":mobile <> '' AND t.mobile_number LIKE CONCAT('%', :mobile)",
    values: { mobile: typedMobile(typed) ?? (/^\d{4,9}$/.test(typed.trim()) ? typed.trim() : '') },
  }),
  filters: {
    state: `CASE :state WHEN 'activated' THEN t.account_id IS NOT NULL
      WHEN 'invited' THEN t.account_id IS NULL AND ${isInvitedSql('t')}
      WHEN 'not-invited' THEN t.account_id IS NULL AND NOT ${isInvitedSql('t')}
      WHEN 'wrong' THEN t.mobile_state = 'wrong' ELSE NOT EXISTS (SELECT 1 ${childrenOf}) END`,
  },
  orders: { name: 't.name', mobile: ['t.mobile_number IS NULL', 't.mobile_number'] },
})

const records = plainRecords(Guardian, guardianForm, {
  kind: 'guardian',
  // How they are reached; the rest is no right.
  details: ({ name, mobileNumber, mobileState, email, emailState }) => ({
    name,
    mobileNumber,
    mobileState,
    email,
    emailState,
  }),
  taken: {},
  // What somebody agreed to or paid stays with the name of who did.
  held: { '*': 'has-acted' },
  save: async ({ row, values, write }) => {
    // Another number or address has not been proved, nor found wrong, unless that was chosen with it.
    const stateOf = <State>(isOther: boolean, before: State | undefined, chosen: State, fresh: State) =>
      isOther && before === chosen ? fresh : chosen
    const isOther = (name: 'mobileNumber' | 'email') => row !== null && row[name] !== values[name]
    await write({
      ...values,
      mobileState: stateOf(isOther('mobileNumber'), row?.mobileState, values.mobileState, 'unproved'),
      emailState: stateOf(isOther('email'), row?.emailState, values.emailState, 'unproved'),
    })
    return null
  },
})

/** Guardians of a school: adults of the children's families, as the office keeps them. */
export const guardians = { ...reads, ...records }
