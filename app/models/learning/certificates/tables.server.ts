import {
  column,
  columnsOfForm,
  editColumns,
  kept,
  orNull,
  table,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { kindForm, settingsForm } from './certificate-fields'
import type { CertificateView } from './certificate-view'
import { certificateStates, purposeLength, reasonLength, requestStates } from './options'

export const CertificateSettings = table('certificate_settings', {
  schoolId: column.owner,
  ...settingsForm.fields,
  version: withDefault(column.count),
  updatedAt: withDefault(column.instant),
})

/** `firstNumber` applies to `firstYear` only: every other year starts with 1. */
export const CertificateKind = table('certificate_kinds', {
  ...thingColumns,
  ...columnsOfForm(kindForm),
  firstYear: column.code(7),
  ...editColumns,
})

export type KindRow = NonNullable<(typeof CertificateKind)['row']>

/** `content` may be corrected while the certificate is a draft; `view` is the content frozen at issue. */
export const Certificate = table('certificates', {
  ...thingColumns,
  studentId: column.foreign,
  kindId: column.foreign,
  language: column.language,
  state: column.oneOf(certificateStates),
  content: kept('certificates', column.json<Record<string, string | null>>()),
  view: kept('certificates', orNull(column.json<CertificateView>())),
  logoFileId: orNull(column.file),
  feeYear: kept('certificates', orNull(column.code(7))),
  financialYear: kept('certificates', orNull(column.code(7))),
  number: kept('certificates', orNull(column.count)),
  numberText: kept('certificates', orNull(column.text(40))),
  issuedOn: kept('certificates', orNull(column.day)),
  issuedByName: kept('staff', orNull(column.text(120))),
  overrideReason: kept('certificates', orNull(column.text(reasonLength))),
  cancelledAt: orNull(column.instant),
  cancelledByName: kept('staff', orNull(column.text(120))),
  cancelReason: kept('certificates', orNull(column.text(reasonLength))),
  ...editColumns,
})

/** Copy that was handed out: number 0 is the original, others are duplicates. `token` is in its QR code. */
export const CertificateCopy = table('certificate_copies', {
  ...thingColumns,
  certificateId: column.foreign,
  number: column.count,
  token: kept('certificates', column.code(12)),
  reason: kept('certificates', orNull(column.text(reasonLength))),
  formKey: column.text(40),
  madeOn: column.day,
  madeByName: kept('staff', column.text(120)),
  fileId: orNull(column.file),
  createdAt: withDefault(column.instant),
})

/** Request of a family for a certificate; a student may have one open request per kind. */
export const CertificateRequest = table('certificate_requests', {
  ...thingColumns,
  studentId: column.foreign,
  kindId: column.foreign,
  language: column.language,
  purpose: kept('letters', column.text(purposeLength)),
  state: column.oneOf(requestStates),
  askedOn: kept('nobody', column.day),
  answerBy: kept('nobody', column.day),
  answer: kept('letters', orNull(column.text(reasonLength))),
  certificateId: orNull(column.foreign),
  decidedByName: kept('staff', orNull(column.text(120))),
  decidedAt: orNull(column.instant),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})
