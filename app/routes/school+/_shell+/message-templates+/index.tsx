import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { languagesInWords, languageWords } from '~/language/language'
import { channelNames, eventNames } from '~/models/contact/messaging/options'
import { templateForm } from '~/models/contact/messaging/template-fields'
import { templates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Message texts')

const stateWords = Object.fromEntries(
  (templateForm.fields.state.options ?? []).map(({ value, label }) => [value, String(label)]),
)
const tones = { draft: 'neutral', registered: 'good', refused: 'bad', off: 'warn' } as const

const list: ListOf<typeof templates.list> = {
  path: schoolPaths.messageTemplates,
  file: { path: schoolPaths.messageTemplatesFile, name: 'message-texts.csv' },
  noun: 'message text',
  may: 'messages:view',
  add: { href: schoolPaths.newMessageTemplate, may: 'settings:edit' },
  search: { label: 'Search', placeholder: 'Words or template id' },
  filters: {
    event: { label: 'Tells', any: 'Anything', options: optionsOf(eventNames) },
    channel: {
      label: 'Channel',
      any: 'Any channel',
      options: optionsOf({ sms: channelNames.sms, whatsapp: channelNames.whatsapp }),
    },
    language: { label: 'Language', any: 'Any language', options: optionsOf(languageWords) },
    state: { label: 'Status', any: 'Any status', options: optionsOf(stateWords) },
  },
  columns: [
    {
      label: 'Tells',
      role: 'title',
      sort: 'event',
      value: (row) => eventNames[row.event],
      href: (row) => schoolPaths.messageTemplateSheet(row.publicId),
    },
    { label: 'Channel', value: (row) => channelNames[row.channel] },
    { label: 'Language', value: (row) => languageWords[row.language] },
    { label: 'Text', only: 'file', value: 'body' },
    { label: 'Variables and samples', only: 'file', value: 'variables' },
    { label: 'Category', only: 'file', value: 'category' },
    { label: 'Header', only: 'file', value: 'header' },
    { label: 'DLT template id', value: (row) => row.dltTemplateId ?? '' },
    { label: 'Name with the provider', only: 'file', value: 'providerName' },
    {
      label: 'Status',
      sort: 'state',
      value: (row) => stateWords[row.state] ?? row.state,
      tone: (row) => tones[row.state],
    },
    { label: 'Reason for refusal', value: (row) => row.refusal ?? '' },
  ],
}

export const loader = listLoader(list, templates.list)

export default function MessageTemplatesPage() {
  const { mayAdd } = useLoaderData<typeof loader>()
  return (
    <ListPage
      list={list}
      title="Message texts"
      context="Register each text on the operators’ DLT portal (SMS) or with WhatsApp, exactly as here, then enter its id and set it to registered."
      icon="bell"
      empty={`Add standard texts in ${languagesInWords()}, and change them before you register them.`}
      above={
        mayAdd ? (
          <nav className="actions" aria-label="More about message texts">
            <ButtonLink href={schoolPaths.usualMessageTemplates} variant="secondary" label="Add standard texts" />
          </nav>
        ) : null
      }
    />
  )
}
