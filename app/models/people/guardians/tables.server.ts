import {
  count,
  editColumns,
  foreign,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { contactStates, guardianRelations } from './options'

/** A person's sign-in for all children, of any school; belongs to no school itself. */
export const GuardianAccount = table('guardian_accounts', {
  id: thingColumns.id,
  publicId: thingColumns.publicId,
  name: text(120),
  mobileNumber: orNull(text(10)),
  email: orNull(text(190)),
  passwordHash: text(200),
  passwordChangedAt: instant,
  language: orNull(oneOf(languages)),
  status: withDefault(oneOf(['active', 'inactive'])),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})

/** A school's record of an adult of a child's family. `accountId` is set once the invitation was activated. */
export const Guardian = table('family_guardians', {
  ...thingColumns,
  accountId: orNull(foreign),
  name: text(120),
  mobileNumber: orNull(text(10)),
  mobileState: withDefault(oneOf(contactStates)),
  email: orNull(text(190)),
  emailState: withDefault(oneOf(contactStates)),
  language: orNull(oneOf(languages)),
  ...editColumns,
})

/** Rights of one guardian for one child; without any it gives no access. `position` 1 is contacted first. */
export const GuardianLink = table('guardian_links', {
  ...thingColumns,
  guardianId: foreign,
  studentId: foreign,
  relation: oneOf(guardianRelations),
  maySee: tick,
  mayPay: tick,
  isTold: tick,
  position: withDefault(count),
  note: orNull(text(200)),
  shutOutAt: orNull(instant),
  version: editColumns.version,
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})

/** Guardians and links created together from proposals of equal mobile numbers. */
export const GuardianBatch = table('guardian_batches', {
  ...thingColumns,
  formKey: editColumns.formKey,
  madeBy: text(120),
  guardianCount: count,
  linkCount: count,
  createdAt: withDefault(instant),
  undoneAt: orNull(instant),
  undoneBy: orNull(text(120)),
})
