import {
  count,
  day,
  editColumns,
  foreign,
  instant,
  money,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { concessionKinds, headKinds } from './options'

/**
 * Fee of one class in one session. `assignedAt`: students enrolled there owe it from then on. `fineRule`: a text of the
 * ledger's fine-rules.ts; null: no late fine.
 */
export const Fee = table('fees', {
  ...thingColumns,
  academicSessionId: foreign,
  classId: foreign,
  name: text(80),
  fineRule: orNull(text(200)),
  assignedAt: orNull(instant),
  ...editColumns,
})

export const FeeHead = table('fee_heads', {
  id: thingColumns.id,
  feeId: foreign,
  position: count,
  kind: oneOf(headKinds),
  name: text(80),
  amountPaise: money,
})

/** Instalment with date and amount; its id is the source of the students' dues. */
export const FeeInstalment = table('fee_instalments', {
  id: thingColumns.id,
  feeId: foreign,
  position: count,
  title: text(80),
  dueOn: day,
  amountPaise: money,
})

/**
 * Concession of one student: a percentage (2500 is 25 %), or an amount of one fee. `feeId` null: all fees of the
 * session. `givenBy`: name of the staff user.
 */
export const Concession = table('concessions', {
  ...thingColumns,
  studentId: foreign,
  academicSessionId: foreign,
  feeId: orNull(foreign),
  kind: oneOf(concessionKinds),
  percentHundredths: orNull(count),
  amountPaise: orNull(money),
  reason: text(200),
  givenBy: text(120),
  /** Created by the school's sibling rule, which also ends it. */
  isByRule: withDefault(tick),
  formKey: text(40),
  removedAt: orNull(instant),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})

/** Sibling rule of the school; percentages in hundredths. `feeName` null: all fees of the session. */
export const SiblingRuleRow = table('sibling_rules', {
  schoolId: owner,
  isOn: tick,
  secondPercent: orNull(count),
  thirdPercent: orNull(count),
  furtherPercent: orNull(count),
  orderBy: withDefault(oneOf(['admission', 'birth'])),
  families: withDefault(oneOf(['guardians', 'mobile'])),
  feeName: orNull(text(80)),
  version: withDefault(count),
  updatedAt: withDefault(instant),
})
