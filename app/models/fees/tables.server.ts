import {
  count,
  day,
  edited,
  foreign,
  given,
  instant,
  money,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thing,
  tick,
} from '~/models/shared/table.server'
import { concessionKinds, headKinds } from './options'

/**
 * A fee of one class in one session. `assignedAt`: from then on who is enrolled there owes it. `fineRule`: a text of the ledger's
 * fine-rules.ts; null: no late fine.
 */
export const Fee = table('fees', {
  ...thing,
  academicSessionId: foreign,
  classId: foreign,
  name: text(80),
  fineRule: orNull(text(200)),
  assignedAt: orNull(instant),
  ...edited,
})

/** What the money is for. */
export const FeeHead = table('fee_heads', {
  id: thing.id,
  feeId: foreign,
  position: count,
  kind: oneOf(headKinds),
  name: text(80),
  amountPaise: money,
})

/** When how much of it is due; its id is the source of the students' dues. */
export const FeeInstalment = table('fee_instalments', {
  id: thing.id,
  feeId: foreign,
  position: count,
  title: text(80),
  dueOn: day,
  amountPaise: money,
})

/**
 * Less to pay for one student: a percentage (2500 is 25 %), or an amount of one fee. `feeId` null: all fees of the session. `givenBy`: the
 * name of who gave it.
 */
export const Concession = table('concessions', {
  ...thing,
  studentId: foreign,
  academicSessionId: foreign,
  feeId: orNull(foreign),
  kind: oneOf(concessionKinds),
  percentHundredths: orNull(count),
  amountPaise: orNull(money),
  reason: text(200),
  givenBy: text(120),
  /** Made by the school's rule for brothers and sisters, which ends it as well. */
  isByRule: given(tick),
  formKey: text(40),
  removedAt: orNull(instant),
  createdAt: given(instant),
  updatedAt: given(instant),
})

/** The school's rule for brothers and sisters; percentages in hundredths. `feeName` null: all fees of the session. */
export const SiblingRuleRow = table('sibling_rules', {
  schoolId: owner,
  isOn: tick,
  secondPercent: orNull(count),
  thirdPercent: orNull(count),
  furtherPercent: orNull(count),
  orderBy: given(oneOf(['admission', 'birth'])),
  families: given(oneOf(['guardians', 'mobile'])),
  feeName: orNull(text(80)),
  version: given(count),
  updatedAt: given(instant),
})
