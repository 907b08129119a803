import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { feeRulesForm, profileForm, signInPolicyForm } from './settings-fields'

const { id, publicId } = thingColumns

/**
 * A school: public since `approvedAt` (null until the operator approves it), closed to sign-ins since `suspendedAt`.
 * `version` counts the saves of all its settings.
 */
export const School = table('schools', {
  id,
  publicId,
  ...profileForm.fields,
  logoFileId: orNull(column.file),
  latitude: orNull(column.degrees),
  longitude: orNull(column.degrees),
  version: withDefault(column.count),
  approvedAt: orNull(column.instant),
  refusedAt: orNull(column.instant),
  suspendedAt: orNull(column.instant),
  suspendedReason: kept('nobody', orNull(column.text(300))),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

/**
 * Settings of a school; without a row the columns' defaults apply. Payment keys are encrypted by services/secrets
 * (AES-256-GCM); a null key id means that online payment is not set up. `factorRoles` is a comma-separated list.
 */
export const SchoolSettings = table('school_settings', {
  schoolId: column.owner,
  razorpayKeyId: orNull(column.text(60)),
  razorpayKeySecret: orNull(column.text(400)),
  razorpayWebhookSecret: orNull(column.text(400)),
  razorpayWebhookSecretOld: orNull(column.text(400)),
  razorpayWebhookSecretChangedAt: orNull(column.instant),
  yearStartsMonth: withDefault(column.count),
  ...signInPolicyForm.fields,
  factorRoles: withDefault(column.text(60)),
  ...feeRulesForm.fields,
  fineKind: withDefault(column.oneOf(['none', 'flat', 'per_day', 'slabs'])),
  rankShown: withDefault(column.tick),
  aadhaarLastFourAt: orNull(column.instant),
  mapsKey: orNull(column.text(400)),
  mapsBrowserKey: orNull(column.text(400)),
  secondPersonPaise: orNull(column.money),
  saturdaysOff: withDefault(column.oneOf(['none', 'second_fourth', 'all'])),
  updatedAt: withDefault(column.instant),
})
