import {
  code,
  count,
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
import type { NoticeView } from './consent-view'
import { decisionChannels, decisions, type Purpose, verifications } from './options'
import { noticeForm, privacySettingsForm } from './privacy-fields'

export const PrivacySettings = table('privacy_settings', {
  schoolId: owner,
  ...privacySettingsForm.fields,
  version: withDefault(count),
  updatedAt: withDefault(instant),
})

/** Version of the notice for one purpose: a draft with its fields, and the frozen content once published. */
export const PrivacyNotice = table('privacy_notices', {
  ...thingColumns,
  purpose: text<Purpose>(20),
  number: count,
  ...noticeForm.fields,
  view: orNull(json<NoticeView>()),
  publishedAt: orNull(instant),
  publishedByName: orNull(text(120)),
  ...editColumns,
})

/** Decision under a notice; rows are never changed. */
export const ConsentDecision = table('consent_decisions', {
  id: thingColumns.id,
  publicId: code(12),
  schoolId: foreign,
  studentId: foreign,
  purpose: text<Purpose>(20),
  noticeId: foreign,
  decision: oneOf(decisions),
  decidedAt: instant,
  guardianId: orNull(foreign),
  decidedByName: text(120),
  channel: oneOf(decisionChannels),
  verification: oneOf(verifications),
  language: oneOf(languages),
  fileId: orNull(file),
  recordedByName: orNull(text(120)),
  createdAt: withDefault(instant),
})
