import { exists, inTransaction, numbersOf, selectRow, text } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { type PictureChange, savePicture } from '~/kit/records/save-picture.server'
import { lockThing } from '~/kit/tables/table.server'
import { withPicture } from '~/models/core/files/picture-columns.server'
import { bankAccountOf, isSameAccount, noBankAccount } from '~/models/core/schools/bank-account'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { requestApprovalStep } from '~/models/people/second-person/ask.server'
import { type AccountChange, notifyOfAccount } from '~/models/people/second-person/fee-account.server'
import { secondPersonStep } from '~/models/people/second-person/money-out.server'
import { waitingRequestsAbout } from '~/models/people/second-person/requests.server'
import { hostelForm } from './hostel-fields'
import { Hostel } from './tables.server'

/** Hostels with room and bed counts. Taken beds are occupied or held; free ones are available to students. */
const reads = plainReads(Hostel, hostelForm, {
  listed: ['name', 'genderType', 'hostelType', 'isActive', 'securityDepositPaise'],
  joins: `LEFT JOIN (
    SELECT hostel_id, COUNT(*) AS rooms, SUM(capacity) AS beds, SUM(occupied_count) AS taken,
      SUM(IF(status = 'available', capacity - occupied_count, 0)) AS free
    FROM rooms WHERE school_id = :schoolId GROUP BY hostel_id) r ON r.hostel_id = t.id`,
  counts: numbersOf('r', 'rooms', 'beds', 'taken', 'free'),
  more: { ...withPicture.more, requests: waitingRequestsAbout('t.school_id', 't.public_id') },
  moreJoins: withPicture.moreJoins,
  search: ['t.name', 't.warden_name', 't.address'],
  filters: {
    gender: 't.gender_type = :gender',
    type: 't.hostel_type = :type',
    state: "t.is_active = (:state = 'active')",
  },
  orders: { name: 't.name', beds: 'beds', free: 'free', deposit: 't.security_deposit_paise' },
})

type HostelRefusal = { ok: false; reason: 'others-there' | 'waits-already' }

const records = plainRecords(Hostel, hostelForm, {
  kind: 'hostel',
  // Notifies the owners when the bank account changes. If the school requires a second person's approval, the new
  // account waits for it and the rest is saved.
  save: async ({ scope, row, values, write }): Promise<HostelRefusal | null> => {
    const before = bankAccountOf(row ?? noBankAccount)
    const after = bankAccountOf(values)
    const payload: AccountChange = { before, after }
    const isSame = isSameAccount(before, after)
    const act = { kind: 'hostel-account' as const, subject: row?.publicId ?? '', payload }
    const wait = isSame ? null : await secondPersonStep(scope, act)
    const id = await write(wait ? { ...values, ...before } : values)
    if (wait) {
      // A new hostel gets its public id when it is written.
      const subject = row?.publicId ?? (await publicIdOf(id))
      const approval = await requestApprovalStep(scope, { ...wait, act: { ...act, subject } })
      return approval.isOther ? refused('waits-already') : null
    }
    if (!isSame) await notifyOfAccount(scope, values.name, payload)
    return null
  },
  // Audited fields: prices, bank account, and gender of the residents.
  details: (hostel) => ({
    name: hostel.name,
    gender: hostel.genderType,
    depositPaise: hostel.securityDepositPaise,
    mealsPaise: hostel.mealPlanFeePaise,
    mealsIncluded: hostel.mealPlanIncluded,
    bankAccount: hostel.bankAccountNumber,
    ifsc: hostel.bankIfscCode,
    offered: hostel.isActive,
  }),
  // Incomplete bank details cannot be used for a transfer.
  check: (values, say) => {
    const bank = ['bankName', 'bankAccountNumber', 'bankIfscCode'] as const
    if (bank.every((field) => !values[field])) return
    for (const field of bank) if (!values[field]) say(field, 'Enter all three bank details, or leave all three empty')
  },
  taken: { hostels_name: 'name-taken' },
  // Refuses to delete a hostel that has rooms; a room with applications cannot be deleted either.
  held: { rooms_hostel: 'has-rooms' },
  /** `others-there`: a student who has a bed here or waits for one may not live in a hostel of the new type. */
  refuse: async ({ schoolId }, { id }, { genderType }): Promise<HostelRefusal | null> => {
    if (genderType === 'mixed') return null
    const other = await exists(
      `FROM hostel_applications a JOIN students s ON s.id = a.student_id
       WHERE a.school_id = :schoolId AND a.hostel_id = :id AND a.is_live = 1 AND s.gender <> :gender`,
      { schoolId, id, gender: genderType === 'boys' ? 'Male' : 'Female' },
    )
    return other ? refused('others-there') : null
  },
})

/** Hostels of a school. Applications made before a change keep their amounts. */
export const hostels = { ...reads, ...records }

async function publicIdOf(id: number): Promise<string> {
  const row = await selectRow({ publicId: text('public_id') }, 'FROM hostels WHERE id = :id', { id })
  return row?.publicId ?? ''
}

/** Replaces or removes the picture of a hostel. Refuses `not-found` and as `savePicture` does. */
export function saveHostelPicture(scope: SchoolScope, publicId: string, change: PictureChange) {
  return inTransaction(async () => {
    const hostel = await lockThing(Hostel, scope, publicId)
    if (!hostel) return refused('not-found')
    const pictured = { table: 'hostels', kind: 'hostel', details: { name: hostel.name } } as const
    return savePicture(scope, { ...hostel, ...pictured }, change)
  })
}
