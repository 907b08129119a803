import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, Card, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { languageWords } from '~/language/language'
import { channelNames, eventNames } from '~/models/contact/messaging/options'
import { variablesOf } from '~/models/contact/messaging/template-rules'
import { previewOf, templates } from '~/models/contact/messaging/templates.server'
import { counted } from '~/models/core/shared/counted'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Message text')

export async function loader(args: LoaderFunctionArgs) {
  const { staff, thing } = await openThing(args, { may: 'messages:view', find: templates.find })
  const { publicId, event, channel, language, body, variables, state, refusal, dltTemplateId, providerName, header } =
    thing
  return {
    id: publicId,
    event,
    channel,
    language,
    body,
    state,
    refusal,
    dltTemplateId,
    providerName,
    header,
    variables: variablesOf(variables),
    preview: previewOf({ channel, body, variables }),
    mayEdit: mayStaff(staff.role, 'settings:edit'),
  }
}

export default function MessageTemplateSheet() {
  const view = useLoaderData<typeof loader>()
  const { preview, channel } = view
  return (
    <>
      <PageHead
        title={`${eventNames[view.event]}, ${channelNames[channel]}`}
        context={languageWords[view.language]}
        action={
          view.mayEdit ? <ButtonLink href={schoolPaths.editMessageTemplate(view.id)} label="Edit text" /> : undefined
        }
      />
      <div className="stack">
        {view.refusal ? <Alert tone="bad" title="Refused" text={view.refusal} /> : null}
        <Card title="As shown on a phone">
          <p>{preview.text ?? preview.trouble}</p>
          <p className="soft">
            {channel === 'sms'
              ? `${counted(preview.letters, 'letter')}${preview.unicode ? ' in Unicode' : ''}: charged as ${counted(preview.parts, 'SMS part')}`
              : `${counted(preview.letters, 'letter')} of 1,024`}
          </p>
        </Card>
        <Card title="How to register it">
          <DefinitionList
            items={[
              { label: 'Text', value: view.body },
              {
                label: 'Variables',
                value: view.variables.map(({ name, sample }) => `${name}: ${sample}`).join(', ') || '–',
              },
              { label: 'DLT template id', value: view.dltTemplateId ?? '–' },
              { label: 'Name with the provider', value: view.providerName ?? '–' },
              { label: 'Header', value: view.header ?? 'The school’s own' },
            ]}
          />
          {channel === 'sms' ? (
            <ol>
              <li>Sign in to the DLT portal of your operator and open Templates, Content template, Add.</li>
              <li>Choose Service implicit and your header. Paste the text exactly, with its tags.</li>
              <li>Enter the sample of each variable, and have your links and call-back numbers whitelisted first.</li>
              <li>When it is approved, enter the template id here and set the text to registered.</li>
            </ol>
          ) : (
            <ol>
              <li>Open Message templates in WhatsApp Manager, choose Utility and this language.</li>
              <li>{'Paste the text with {{1}}, {{2}} … for its variables, in their order, and enter the samples.'}</li>
              <li>When it is active, enter its name here and set the text to registered.</li>
            </ol>
          )}
        </Card>
        <LinkParagraph href={schoolPaths.messageTemplates} label="All message texts" />
      </div>
    </>
  )
}
