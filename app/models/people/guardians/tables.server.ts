import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { contactStates, guardianRelations } from './options'

/** A person's sign-in for all children, of any school; belongs to no school itself. */
export const GuardianAccount = table('guardian_accounts', {
  id: thingColumns.id,
  publicId: thingColumns.publicId,
  name: kept('guardian_accounts', column.text(120)),
  mobileNumber: kept('guardian_accounts', orNull(column.text(10))),
  email: kept('guardian_accounts', orNull(column.text(190))),
  passwordHash: kept('guardian_accounts', column.text(200)),
  passwordChangedAt: column.instant,
  language: kept('guardian_accounts', orNull(column.language)),
  status: withDefault(column.oneOf(['active', 'inactive'])),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

/** A school's record of an adult of a child's family. `accountId` is null until the invitation has been activated. */
export const Guardian = table('family_guardians', {
  ...thingColumns,
  accountId: kept('contact', orNull(column.foreign)),
  name: kept({ class: 'contact', replacement: 'Removed' }, column.text(120)),
  mobileNumber: kept('contact', orNull(column.text(10))),
  mobileState: withDefault(column.oneOf(contactStates)),
  email: kept('contact', orNull(column.text(190))),
  emailState: withDefault(column.oneOf(contactStates)),
  language: kept('contact', orNull(column.language)),
  ...editColumns,
})

/** Rights of one guardian for one child; a link without any right gives no access. `position` 1 is contacted first. */
export const GuardianLink = table('guardian_links', {
  ...thingColumns,
  guardianId: column.foreign,
  studentId: column.foreign,
  relation: kept('nobody', column.oneOf(guardianRelations)),
  maySee: kept('nobody', column.tick),
  mayPay: kept('nobody', column.tick),
  isTold: kept('nobody', column.tick),
  position: kept('nobody', withDefault(column.count)),
  note: kept('contact', orNull(column.text(200))),
  shutOutAt: orNull(column.instant),
  version: editColumns.version,
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})

/** Guardians and links created together from proposals of equal mobile numbers. */
export const GuardianBatch = table('guardian_batches', {
  ...thingColumns,
  formKey: editColumns.formKey,
  madeBy: kept('staff', column.text(120)),
  guardianCount: column.count,
  linkCount: column.count,
  createdAt: withDefault(column.instant),
  undoneAt: orNull(column.instant),
  undoneBy: kept('staff', orNull(column.text(120))),
})
