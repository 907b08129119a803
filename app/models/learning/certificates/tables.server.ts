import {
  code,
  count,
  day,
  editColumns,
  file,
  foreign,
  instant,
  json,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { kindForm, settingsForm } from './certificate-fields'
import type { CertificateView } from './certificate-view'
import { certificateStates, purposeLength, reasonLength, requestStates } from './options'

export const CertificateSettings = table('certificate_settings', {
  schoolId: owner,
  ...settingsForm.fields,
  version: withDefault(count),
  updatedAt: withDefault(instant),
})

/** `firstNumber` applies to `firstYear` only: every other year starts with 1. */
export const CertificateKind = table('certificate_kinds', {
  ...thingColumns,
  ...kindForm.fields,
  firstYear: code(7),
  ...editColumns,
})

export type KindRow = NonNullable<(typeof CertificateKind)['row']>

/** `content` may be corrected as long as it is a draft; `view` is the content frozen at issue. */
export const Certificate = table('certificates', {
  ...thingColumns,
  studentId: foreign,
  kindId: foreign,
  language: oneOf(languages),
  state: oneOf(certificateStates),
  content: json<Record<string, string | null>>(),
  view: orNull(json<CertificateView>()),
  logoFileId: orNull(file),
  feeYear: orNull(code(7)),
  financialYear: orNull(code(7)),
  number: orNull(count),
  numberText: orNull(text(40)),
  issuedOn: orNull(day),
  issuedByName: orNull(text(120)),
  overrideReason: orNull(text(reasonLength)),
  cancelledAt: orNull(instant),
  cancelledByName: orNull(text(120)),
  cancelReason: orNull(text(reasonLength)),
  ...editColumns,
})

/** Copy that was handed out: number 0 is the original, others are duplicates. `token` is in its QR code. */
export const CertificateCopy = table('certificate_copies', {
  ...thingColumns,
  certificateId: foreign,
  number: count,
  token: code(12),
  reason: orNull(text(reasonLength)),
  formKey: text(40),
  madeOn: day,
  madeByName: text(120),
  fileId: orNull(file),
  createdAt: withDefault(instant),
})

/** Request of a family; one per kind is open at a time. */
export const CertificateRequest = table('certificate_requests', {
  ...thingColumns,
  studentId: foreign,
  kindId: foreign,
  language: oneOf(languages),
  purpose: text(purposeLength),
  state: oneOf(requestStates),
  askedOn: day,
  answerBy: day,
  answer: orNull(text(reasonLength)),
  certificateId: orNull(foreign),
  decidedByName: orNull(text(120)),
  decidedAt: orNull(instant),
  formKey: text(40),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})
