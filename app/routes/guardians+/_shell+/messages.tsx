import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxGroup, RadioGroup } from '~/components/forms'
import { Alert, Card, EmptyState, LinkParagraph, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, parseFields, readForm, redirectWithToast, requireGuardian } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { eventWords } from '~/models/contact/messaging/event-words'
import { familyChannels, mutableEvents } from '~/models/contact/messaging/options'
import { listOwnPreferences, preferenceSchema, saveOwnPreference } from '~/models/contact/messaging/preferences.server'
import { isPublicId } from '~/models/core/shared/public-id.server'

export const handle = pageTitle(() => m.messaging_title(), { hasForm: true })

const channelWords = { whatsapp: m.messaging_whatsapp, sms: m.messaging_sms, mail: m.messaging_mail }

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const language = currentLanguage()
  const schools = await listOwnPreferences(scope)
  return {
    schools: schools.map(({ schoolPublicId, schoolName, names, version, firstChannel, muted }) => ({
      id: schoolPublicId,
      name: schoolName,
      children: names.join(', '),
      version,
      firstChannel: firstChannel ?? '',
      muted: muted.map(String),
    })),
    channels: [
      { value: '', label: m.messaging_first_usual() },
      ...familyChannels.map((channel) => ({ value: channel, label: channelWords[channel]() })),
    ],
    events: mutableEvents.map((event) => ({ value: event, label: eventWords(event, language) })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const body = await readForm(request)
  const school = String(body.get('school') ?? '')
  const version = Number(/^\d{1,9}$/.exec(String(body.get('version')))?.[0] ?? 0)
  const form = parseFields(body, preferenceSchema, {})
  const typedPreferences = {
    id: school,
    firstChannel: String(body.get('first_channel') ?? ''),
    muted: body.getAll('muted').map(String),
  }
  const refuse = (reason: 'invalid' | 'changed') => data({ reason, typed: typedPreferences }, { status: 422 })
  if (!form.ok) return refuse('invalid')
  const outcome = await saveOwnPreference(scope, foundOr404(isPublicId(school) ? school : null), version, form.value)
  if (!outcome.ok) return outcome.reason === 'not-found' ? foundOr404(null) : refuse(outcome.reason)
  const toast = { type: 'success', title: m.messaging_saved(), message: m.messaging_saved_text() } as const
  return redirectWithToast(paths.guardian.messages, toast)
}

/** Reloads the saved state even after a refusal; the form keeps its ticks. */
export const shouldRevalidate = () => true

export default function GuardianMessagesPage() {
  const { schools, channels, events } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.messaging_title()} context={m.messaging_context()} />
      <div className="stack">
        {answer ? (
          <Alert tone="bad" title={m.messaging_failed()}>
            <p>{answer.reason === 'changed' ? m.messaging_changed() : m.messaging_invalid()}</p>
          </Alert>
        ) : null}
        {schools.length === 0 ? (
          <EmptyState icon="bell" title={m.messaging_nobody()} text={m.messaging_nobody_text()} />
        ) : null}
        {schools.map((school) => {
          const { firstChannel, muted } = answer?.typed.id === school.id ? answer.typed : school
          return (
            <Card key={school.id} title={school.name}>
              <p>{m.messaging_of_children({ names: school.children })}</p>
              <Form key={school.version} method="post">
                <input type="hidden" name="school" value={school.id} />
                <input type="hidden" name="version" value={school.version} />
                <RadioGroup
                  id={`first-${school.id}`}
                  name="first_channel"
                  label={m.messaging_first()}
                  hint={m.messaging_first_hint()}
                  options={channels}
                  defaultValue={firstChannel}
                />
                <CheckboxGroup
                  id={`muted-${school.id}`}
                  name="muted"
                  label={m.messaging_muted()}
                  hint={m.messaging_muted_hint()}
                  options={events}
                  chosen={muted}
                />
                <div className="actions">
                  <SubmitButton busyText={m.messaging_saving()} label={m.messaging_save_for({ school: school.name })}>
                    {m.messaging_save()}
                  </SubmitButton>
                </div>
              </Form>
            </Card>
          )
        })}
        <LinkParagraph href={paths.guardian.consents} label={m.messaging_to_consents()} />
        <LinkParagraph href={paths.guardian.account} label={m.messaging_to_language()} />
      </div>
    </>
  )
}
