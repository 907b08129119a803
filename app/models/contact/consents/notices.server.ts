import { randomUUID } from 'node:crypto'
import { execute, inTransaction, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { localizedSearch, localizedSql } from '~/kit/tables/localized.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { forEachLanguage, type Language, languages } from '~/language/language'
import { wordsIn } from '~/language/localized'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, VisitorScope } from '~/models/core/shared/scope.server'
import type { NoticeText, NoticeView } from './consent-view'
import { isAsked, type Purpose, purposes } from './options'
import { newNoticeForm, noticeForm } from './privacy-fields'
import { findPrivacySettings } from './settings.server'
import { PrivacyNotice } from './tables.server'
import { usualNotices } from './usual-notices'

type NoticeValues = ValuesOf<typeof noticeForm>

const isDraft = 't.published_at IS NULL'

/**
 * Records of the school's privacy notices, one row per version. A draft is edited by its form; a published one is
 * frozen.
 */
export const privacyNotices = {
  ...plainReads(PrivacyNotice, noticeForm, {
    listed: ['purpose', 'number', 'title', 'asksAnew', 'publishedAt', 'publishedByName'],
    counts: {
      decisions: number(
        '(SELECT COUNT(*) FROM consent_decisions d WHERE d.school_id = t.school_id AND d.notice_id = t.id)',
      ),
    },
    more: columnsOf(PrivacyNotice, 't', 'purpose', 'number', 'view', 'publishedAt', 'publishedByName'),
    search: localizedSearch('t.title'),
    filters: { state: `IF(${isDraft}, 'draft', 'published') = :state` },
    orders: { title: [localizedSql('t.title', 'en'), '-t.number'], published: [`-(${isDraft})`, '-t.published_at'] },
  }),
  ...plainRecords(PrivacyNotice, noticeForm, {
    kind: 'privacy-notice',
    details: ({ title, asksAnew }) => ({ title: wordsIn(title, 'en'), asksAnew }),
    lastDetails: ({ title, number }) => ({ title: wordsIn(title, 'en'), number }),
    taken: {},
    held: { '*': 'published' },
    refuse: async (_scope, { publishedAt }) => (publishedAt ? refused('published') : null),
    keep: async (_scope, { publishedAt }) => (publishedAt ? refused('published') : null),
  }),
}

export const newNoticeSchema = schemaOf(newNoticeForm)

/**
 * Creates the first notice of a purpose, as a draft. Refuses `there-already`: a usual purpose already has a notice,
 * which needs a new version instead.
 */
export function createNotice(
  scope: SchoolScope,
  formKey: string,
  { purpose: chosen, ...values }: ValuesOf<typeof newNoticeForm>,
): Promise<Outcome<string, 'there-already'>> {
  const purpose: Purpose = chosen === 'own' ? newPublicId() : chosen
  return write(scope, formKey, { ...values, asksAnew: false }, { purpose, number: 1 })
}

/**
 * Creates the next version of a notice, as a draft. Refuses `there-already` (the purpose has a draft) and `not-found`.
 */
export async function createVersion(
  scope: SchoolScope,
  formKey: string,
  noticeId: string,
  values: NoticeValues,
): Promise<Outcome<string, 'there-already' | 'not-found'>> {
  const next = await selectRow(
    { purpose: text('n.purpose'), number: number('MAX(x.number) + 1'), drafts: number('SUM(x.published_at IS NULL)') },
    `FROM privacy_notices n JOIN privacy_notices x ON x.school_id = n.school_id AND x.purpose = n.purpose
     WHERE n.school_id = :schoolId AND n.public_id = :of GROUP BY n.purpose`,
    { schoolId: scope.schoolId, of: noticeId },
  )
  if (!next) return refused('not-found')
  const same = await PrivacyNotice.findOne({ where: { schoolId: scope.schoolId, formKey }, raw: true })
  if (same) return done(same.publicId)
  if (next.drafts > 0) return refused('there-already')
  return write(scope, formKey, values, next)
}

function write(
  scope: SchoolScope,
  formKey: string,
  values: NoticeValues,
  noticeVersion: { purpose: Purpose; number: number },
): Promise<Outcome<string, 'there-already'>> {
  const { schoolId } = scope
  const keyRefusals = { privacy_notices_number: 'there-already' } as const
  return createOnce<'there-already'>({ table: PrivacyNotice, scope, formKey, taken: keyRefusals }, async () => {
    const publicId = newPublicId()
    const notice = await PrivacyNotice.create({ ...values, ...noticeVersion, publicId, schoolId, formKey })
    await recordAudit(scope, {
      action: 'privacy-notice.created',
      subject: { kind: 'privacy-notice', id: notice.id },
      details: { title: wordsIn(values.title, 'en'), number: noticeVersion.number },
    })
    return done(publicId)
  })
}

/** Creates a draft with sample texts for every usual purpose without a notice; returns the number of drafts. */
export function addUsualNotices(scope: SchoolScope): Promise<number> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const existingNotices = await selectRows(
      { purpose: text('n.purpose') },
      'FROM privacy_notices n WHERE n.school_id = :schoolId',
      { schoolId },
    )
    const missing = purposes.filter((purpose) => !existingNotices.some((each) => each.purpose === purpose))
    await PrivacyNotice.bulkCreate(
      missing.map((purpose) => ({
        ...usualNotices[purpose],
        purpose,
        number: 1,
        asksAnew: false,
        schoolId,
        publicId: newPublicId(),
        formKey: randomUUID(),
      })),
    )
    const details = { purposes: missing.join(', ') }
    await recordAudit(scope, { action: 'privacy-notices.added', subject: { kind: 'school', id: schoolId }, details })
    return missing.length
  })
}

const linesOf = (input: string | undefined) => (input ?? '').split('\n').flatMap((line) => line.trim() || [])

/**
 * Builds the content of a notice in all languages, with the portal's additions: rights, withdrawal, the Data Protection
 * Board, and the contact.
 */
export function viewOfNotice(
  { purpose, ...values }: NoticeValues & { purpose: Purpose },
  officer: Awaited<ReturnType<typeof findPrivacySettings>>,
): NoticeView {
  const contact = [officer.officerName, officer.officerPost, officer.officerEmail, officer.officerPhone]
  return forEachLanguage(
    (locale): NoticeText => ({
      title: wordsIn(values.title, locale),
      data: linesOf(wordsIn(values.data, locale)),
      uses: linesOf(wordsIn(values.uses, locale)),
      sharedWith: linesOf(values.shared[locale]),
      rights: m.consents_notice_rights({}, { locale }),
      withdrawal: isAsked(purpose) ? m.consents_notice_withdrawal({}, { locale }) : null,
      complaint: m.consents_notice_complaint({}, { locale }),
      contact: contact.filter((part) => part !== null).join(', '),
    }),
  )
}

/** Placeholders that drafts for third parties used to have in the field "Given to". */
const instructionsBefore = [
  'Enter each company by its name before publishing',
  'प्रकाशित करने से पहले हर कंपनी का नाम लिखें',
  'પ્રકાશિત કરતાં પહેલાં દરેક કંપનીનું નામ લખો',
]

/**
 * Returns the languages in which a notice for third parties names no recipient, or still contains a placeholder; empty
 * for other purposes.
 */
export function languagesWithoutNames(notice: NoticeValues & { purpose: Purpose }): Language[] {
  if (notice.purpose !== 'third_parties') return []
  return languages.filter((language) => {
    const names = linesOf(notice.shared[language])
    return names.length === 0 || names.some((name) => instructionsBefore.includes(name))
  })
}

/** Days for which families see the notice about a new version. */
const noticeDays = 60

/**
 * Publishes a draft: from now on it is frozen and in force. Notifies all families by one notice in all languages. With
 * `asksAnew`, consent to earlier versions no longer counts. Refuses `not-found`, `published`, `no-names` (third parties
 * need names in every language), and `no-officer` (a notice needs a contact).
 */
export function publishNotice(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'published' | 'no-names' | 'no-officer'>> {
  const { schoolId, actor } = scope
  return inTransaction(async () => {
    const draft = await lockThing(PrivacyNotice, scope, publicId)
    if (!draft) return refused('not-found')
    if (draft.publishedAt) return refused('published')
    if (languagesWithoutNames(draft).length > 0) return refused('no-names')
    const officer = await findPrivacySettings(scope)
    if (!officer.officerName || !(officer.officerEmail || officer.officerPhone)) return refused('no-officer')
    const published = { publishedAt: new Date(), publishedByName: actor.name, version: draft.version + 1 }
    await PrivacyNotice.update({ ...published, view: viewOfNotice(draft, officer) }, { where: { id: draft.id } })
    const { title, number, asksAnew } = draft
    await recordAudit(scope, {
      action: 'privacy-notice.published',
      subject: { kind: 'privacy-notice', id: draft.id },
      details: { title: wordsIn(title, 'en'), number, asksAnew },
    })
    const today = todayInIndia(new Date())
    const body = languages.map((locale) =>
      asksAnew && number > 1
        ? m.consents_told_anew({ title: wordsIn(title, locale) }, { locale })
        : m.consents_told({ title: wordsIn(title, locale) }, { locale }),
    )
    await execute(
      `INSERT INTO notices (public_id, school_id, title, body, priority, from_on, until_on, audience, is_automatic, student_id,
         created_by, created_by_name, created_at, updated_at)
       VALUES (:publicId, :schoolId, :title, :body, 'medium', :today, :until, 'school', 1, NULL, NULL, :name,
         UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      {
        publicId: newPublicId(),
        schoolId,
        today,
        until: addDays(today, noticeDays),
        name: actor.name,
        title: languages.map((locale) => m.consents_told_title({}, { locale })).join(' / '),
        body: body.join('\n\n'),
      },
    )
    return done()
  })
}

const noticeColumns = {
  ...columnsOf(PrivacyNotice, 'n', 'publicId', 'purpose', 'number', 'view', 'publishedAt'),
  schoolName: text('c.name'),
  schoolPublicId: text('c.public_id'),
}

/**
 * Lists a school's current notices in full, for the public. Null if the school does not exist or has published none.
 */
export async function listPublicNotices(_scope: VisitorScope, school: string) {
  const notices = await selectRows(
    noticeColumns,
    `FROM privacy_notices n JOIN schools c ON c.id = n.school_id
     WHERE c.public_id = :school AND n.published_at IS NOT NULL
       AND n.number = (SELECT MAX(x.number) FROM privacy_notices x WHERE x.school_id = n.school_id AND x.purpose = n.purpose
         AND x.published_at IS NOT NULL)
     ORDER BY (SELECT MIN(y.id) FROM privacy_notices y WHERE y.school_id = n.school_id AND y.purpose = n.purpose)`,
    { school },
  )
  return notices.length === 0 ? null : notices
}

/** Finds a published version, current or not, as families read it. */
export function findPublicNotice(_scope: VisitorScope, publicId: string) {
  return selectRow(
    noticeColumns,
    'FROM privacy_notices n JOIN schools c ON c.id = n.school_id WHERE n.public_id = :publicId AND n.published_at IS NOT NULL',
    { publicId },
  )
}

export function listSchoolsWithNotices(_scope: VisitorScope) {
  return selectRows(
    {
      publicId: text('c.public_id'),
      name: text('c.name'),
      contact: textOrNull(
        "NULLIF(CONCAT_WS(', ', p.officer_name, p.officer_post, p.officer_email, p.officer_phone), '')",
      ),
    },
    `FROM schools c LEFT JOIN privacy_settings p ON p.school_id = c.id WHERE EXISTS (SELECT 1 FROM privacy_notices n WHERE n.school_id = c.id AND n.published_at IS NOT NULL)
     ORDER BY c.name, c.id`,
  )
}
