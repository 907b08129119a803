import { randomUUID } from 'node:crypto'
import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { languageOrder } from '~/kit/tables/localized.server'
import { columnsOf } from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { releaseHeld } from '~/models/contact/message-setup/message-queue.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { countSms, isUnicode } from '~/services/messages/port'
import { siteUrl } from '~/services/site.server'
import { messageEvents } from './options'
import { MessageTemplate } from './tables.server'
import { templateForm } from './template-fields'
import { fillTemplate, maxSmsLetters, samplesOf, templateTrouble, variablesOf } from './template-rules'
import { usualTemplate, usualTexts } from './usual-templates'

const ofTemplate = 'FROM message_attempts a WHERE a.school_id = t.school_id AND a.template_id = t.id'

/** URLs in the samples, all allowed here: the school's list of URLs is only checked when a message is sent. */
const anyUrl = (variables: string | null) =>
  variablesOf(variables).flatMap(({ name, sample }) => (name === 'link' ? [sample] : []))

/** Texts of a school, one per event, channel and language. */
export const templates = {
  ...plainReads(MessageTemplate, templateForm, {
    listed: [
      'event',
      'channel',
      'language',
      'body',
      'variables',
      'state',
      'refusal',
      'providerName',
      'dltTemplateId',
      'header',
      'category',
    ],
    counts: { attempts: number(`(SELECT COUNT(*) ${ofTemplate})`) },
    more: {},
    search: ['t.body', "COALESCE(t.dlt_template_id, '')", "COALESCE(t.provider_name, '')"],
    filters: {
      event: 't.event = :event',
      channel: 't.channel = :channel',
      language: 't.language = :language',
      state: 't.state = :state',
    },
    orders: { event: ['t.event', 't.channel', languageOrder('t.language')], state: ['t.state', 't.event'] },
  }),
  ...plainRecords(MessageTemplate, templateForm, {
    kind: 'message-template',
    details: ({ event, channel, language, state, dltTemplateId }) => ({
      event,
      channel,
      language,
      state,
      dltTemplateId,
    }),
    lastDetails: ({ event, channel, language }) => ({ event, channel, language }),
    check: ({ event, channel, body, variables = null, state, dltTemplateId, providerName, refusal }, say) => {
      if (event && channel && body) {
        const trouble = templateTrouble({ event, channel, body, variables }, anyUrl(variables))
        if (trouble !== null) say('variables', trouble)
      }
      if (state === 'registered' && channel === 'sms' && !dltTemplateId)
        say('dltTemplateId', 'Enter the template id of the DLT portal: operators do not deliver without it')
      if (state === 'registered' && channel === 'whatsapp' && !providerName)
        say('providerName', 'Enter the template’s name on WhatsApp')
      if (state === 'refused' && !refusal) say('refusal', 'Enter why it was refused')
    },
    taken: { message_templates_one: 'one-each' },
    held: {},
    save: async ({ scope, values, write }) => {
      await write(values)
      // Releases messages that were held because this text was missing.
      if (values.state === 'registered') await releaseHeld(scope)
      return null
    },
  }),
}

/** Adds drafts of the usual texts for every event, channel and language without one. Returns the number added. */
export function addUsualTemplates(scope: SchoolScope): Promise<Outcome<number, 'there-already'>> {
  const { schoolId } = scope
  return inTransaction(
    async () => {
      const existingTemplates = await MessageTemplate.findAll({
        where: { schoolId },
        attributes: ['event', 'channel', 'language'],
        raw: true,
      })
      const school = await selectRow({ name: text('c.name') }, 'FROM schools c WHERE c.id = :schoolId', { schoolId })
      const longName = school && [...school.name].length > maxSmsLetters ? school.name : undefined
      const existingKeys = new Set(
        existingTemplates.map(({ event, channel, language }) => `${event} ${channel} ${language}`),
      )
      const rows = messageEvents.flatMap((event) =>
        (['sms', 'whatsapp'] as const).flatMap((channel) =>
          languages
            .filter((language) => usualTexts[event][language] && !existingKeys.has(`${event} ${channel} ${language}`))
            .map((language) => ({
              schoolId,
              publicId: newPublicId(),
              formKey: randomUUID(),
              event,
              channel,
              language,
              ...usualTemplate(event, language, siteUrl('/'), channel === 'sms' ? longName : undefined),
              category: 'service' as const,
              state: 'draft' as const,
              header: null,
              providerName: channel === 'whatsapp' ? event : null,
              dltTemplateId: null,
              refusal: null,
            })),
        ),
      )
      if (rows.length === 0) return refused('there-already')
      await MessageTemplate.bulkCreate(rows)
      const details = { texts: rows.length }
      await recordAudit(scope, {
        action: 'message-templates.added',
        subject: { kind: 'school', id: schoolId },
        details,
      })
      return done(rows.length)
    },
    // A concurrent request has added them.
    { message_templates_one: 'there-already' },
  )
}

type Text = { channel: 'sms' | 'whatsapp'; body: string; variables: string | null }

/** A text filled with its samples, as a phone shows it, and the number of parts charged. */
export function previewOf(template: Text) {
  const filled = fillTemplate(template, samplesOf(template.variables), anyUrl(template.variables))
  if (!filled.ok) return { trouble: filled.trouble, text: null, letters: 0, parts: 0, unicode: false }
  const parts = template.channel === 'sms' ? countSms(filled.text) : 1
  return { trouble: null, text: filled.text, letters: filled.text.length, parts, unicode: isUnicode(filled.text) }
}

/** Columns of a text `t` that are needed for a message. */
export const registeredColumns = columnsOf(
  MessageTemplate,
  't',
  'id',
  'channel',
  'language',
  'body',
  'variables',
  'header',
  'category',
  'providerName',
  'dltTemplateId',
)

export type RegisteredTemplate = Awaited<ReturnType<typeof listRegistered>>[number]

export function listRegistered({ schoolId }: Pick<SchoolScope, 'schoolId'>, event: string) {
  return selectRows(
    registeredColumns,
    "FROM message_templates t WHERE t.school_id = :schoolId AND t.event = :event AND t.state = 'registered'",
    { schoolId, event },
  )
}
