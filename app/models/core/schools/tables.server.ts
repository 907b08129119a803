import {
  count,
  degrees,
  file,
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
import { feeRulesForm, profileForm, signInPolicyForm } from './settings-fields'

const { id, publicId } = thingColumns

/**
 * School. Public since `approvedAt`, null until the operator approves; no sign-ins since `suspendedAt`. `version`
 * counts the saves of all its settings.
 */
export const School = table('schools', {
  id,
  publicId,
  ...profileForm.fields,
  logoFileId: orNull(file),
  latitude: orNull(degrees),
  longitude: orNull(degrees),
  version: withDefault(count),
  approvedAt: orNull(instant),
  refusedAt: orNull(instant),
  suspendedAt: orNull(instant),
  suspendedReason: orNull(text(300)),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})

/**
 * Settings of a school; without a row the columns' defaults apply. Payment keys are encrypted by services/secrets
 * (AES-256-GCM); a null key id means that online payment is not set up. `factorRoles` is a comma-separated list.
 */
export const SchoolSettings = table('school_settings', {
  schoolId: owner,
  razorpayKeyId: orNull(text(60)),
  razorpayKeySecret: orNull(text(400)),
  razorpayWebhookSecret: orNull(text(400)),
  razorpayWebhookSecretOld: orNull(text(400)),
  razorpayWebhookSecretChangedAt: orNull(instant),
  yearStartsMonth: withDefault(count),
  ...signInPolicyForm.fields,
  factorRoles: withDefault(text(60)),
  ...feeRulesForm.fields,
  fineKind: withDefault(oneOf(['none', 'flat', 'per_day', 'slabs'])),
  rankShown: withDefault(tick),
  aadhaarLastFourAt: orNull(instant),
  mapsKey: orNull(text(400)),
  mapsBrowserKey: orNull(text(400)),
  secondPersonPaise: orNull(money),
  saturdaysOff: withDefault(oneOf(['none', 'second_fourth', 'all'])),
  updatedAt: withDefault(instant),
})
