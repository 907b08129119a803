import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { concessionKinds, headKinds } from './options'

/**
 * Fee of one class in one session. `assignedAt`: when it was assigned to the whole class, including students who join
 * later; null: only chosen students owe it. `fineRule`: in the text form of the ledger's fine-rules.ts; null: no late
 * fine.
 */
export const Fee = table('fees', {
  ...thingColumns,
  academicSessionId: column.foreign,
  classId: column.foreign,
  name: column.text(80),
  fineRule: orNull(column.text(200)),
  assignedAt: orNull(column.instant),
  ...editColumns,
})

export const FeeHead = table('fee_heads', {
  id: thingColumns.id,
  feeId: column.foreign,
  position: column.count,
  kind: column.oneOf(headKinds),
  name: column.text(80),
  amountPaise: column.money,
})

/** Instalment with date and amount; its id is the source of the students' dues. */
export const FeeInstalment = table('fee_instalments', {
  id: thingColumns.id,
  feeId: column.foreign,
  position: column.count,
  title: column.text(80),
  dueOn: column.day,
  amountPaise: column.money,
})

/**
 * Concession of one student: a percentage (2500 is 25 %), or an amount of one fee. `feeId` null: all fees of the
 * session. `givenBy`: name of the staff user.
 */
export const Concession = table('concessions', {
  ...thingColumns,
  studentId: column.foreign,
  academicSessionId: column.foreign,
  feeId: orNull(column.foreign),
  kind: kept('accounts', column.oneOf(concessionKinds)),
  percentHundredths: kept('accounts', orNull(column.count)),
  amountPaise: kept('accounts', orNull(column.money)),
  reason: kept('payment_notes', column.text(200)),
  givenBy: kept('staff', column.text(120)),
  /** Created by the school's sibling rule, which also ends it. */
  isByRule: kept('accounts', withDefault(column.tick)),
  formKey: column.text(40),
  removedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

/** Sibling rule of the school; percentages in hundredths of a percent. `feeName` null: all fees of the session. */
export const SiblingRuleRow = table('sibling_rules', {
  schoolId: column.owner,
  isOn: column.tick,
  secondPercent: orNull(column.count),
  thirdPercent: orNull(column.count),
  furtherPercent: orNull(column.count),
  orderBy: withDefault(column.oneOf(['admission', 'birth'])),
  families: withDefault(column.oneOf(['guardians', 'mobile'])),
  feeName: kept('nobody', orNull(column.text(80))),
  version: withDefault(column.count),
  updatedAt: withDefault(column.instant),
})
