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
import type { NoticeView } from './consent-view'
import { decisionChannels, decisions, type Purpose, verifications } from './options'
import { noticeForm, privacySettingsForm } from './privacy-fields'

export const PrivacySettings = table('privacy_settings', {
  schoolId: column.owner,
  ...privacySettingsForm.fields,
  version: withDefault(column.count),
  updatedAt: withDefault(column.instant),
})

/** Version of the notice for one purpose: a draft with its fields, and the frozen content once published. */
export const PrivacyNotice = table('privacy_notices', {
  ...thingColumns,
  purpose: column.text<Purpose>(20),
  number: column.count,
  ...columnsOfForm(noticeForm),
  view: orNull(column.json<NoticeView>()),
  publishedAt: orNull(column.instant),
  publishedByName: kept('staff', orNull(column.text(120))),
  ...editColumns,
})

/** Decision under a notice; rows are never changed. */
export const ConsentDecision = table('consent_decisions', {
  id: thingColumns.id,
  publicId: column.code(12),
  schoolId: column.foreign,
  studentId: column.foreign,
  purpose: kept('logs', column.text<Purpose>(20)),
  noticeId: column.foreign,
  decision: kept('logs', column.oneOf(decisions)),
  decidedAt: column.instant,
  guardianId: orNull(column.foreign),
  decidedByName: kept('logs', column.text(120)),
  channel: kept('logs', column.oneOf(decisionChannels)),
  verification: kept('logs', column.oneOf(verifications)),
  language: column.language,
  fileId: orNull(column.file),
  recordedByName: kept('logs', orNull(column.text(120))),
  createdAt: withDefault(column.instant),
})
