import {
  count,
  edited,
  foreign,
  given,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thing,
  tick,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { contactStates, guardianRelations } from './options'

/** A person's sign-in for all children, of any school; belongs to no school itself. */
export const GuardianAccount = table('guardian_accounts', {
  id: thing.id,
  publicId: thing.publicId,
  name: text(120),
  mobileNumber: orNull(text(10)),
  email: orNull(text(190)),
  passwordHash: text(200),
  passwordChangedAt: instant,
  language: orNull(oneOf(languages)),
  status: given(oneOf(['active', 'inactive'])),
  createdAt: given(instant),
  updatedAt: given(instant),
})

/** A school's record of an adult of a child's family. `accountId` is set once the invitation was activated. */
export const Guardian = table('family_guardians', {
  ...thing,
  accountId: orNull(foreign),
  name: text(120),
  mobileNumber: orNull(text(10)),
  mobileState: given(oneOf(contactStates)),
  email: orNull(text(190)),
  emailState: given(oneOf(contactStates)),
  language: orNull(oneOf(languages)),
  ...edited,
})

/** Rights of one guardian for one child; without any it gives no access. `position` 1 is contacted first. */
export const GuardianLink = table('guardian_links', {
  ...thing,
  guardianId: foreign,
  studentId: foreign,
  relation: oneOf(guardianRelations),
  maySee: tick,
  mayPay: tick,
  isTold: tick,
  position: given(count),
  note: orNull(text(200)),
  shutOutAt: orNull(instant),
  version: edited.version,
  createdAt: edited.createdAt,
  updatedAt: edited.updatedAt,
})

/** Guardians and links created together from proposals of equal mobile numbers. */
export const GuardianBatch = table('guardian_batches', {
  ...thing,
  formKey: edited.formKey,
  madeBy: text(120),
  guardianCount: count,
  linkCount: count,
  createdAt: given(instant),
  undoneAt: orNull(instant),
  undoneBy: orNull(text(120)),
})
