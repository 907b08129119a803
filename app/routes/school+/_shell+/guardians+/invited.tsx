import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Alert, ButtonLink, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listSlips, notifyInvited, previewInvited } from '~/models/contact/messaging/tell/tell-invited.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'
import { guardians } from '~/models/people/guardians/guardians.server'
import { NotificationCost, notificationSummary, TickList, tickRow } from '../__notification-parts'
import { activationAddress } from './__invite.server'

export const handle = pageTitle(() => 'Notify invited guardians', { hasForm: true })

/**
 * Guardian or section of the URL, null before a choice; without a guardian, also the sections to choose from.
 * @throws Response 404
 */
async function openWhom(scope: SchoolScope, request: Request) {
  const query = new URL(request.url).searchParams
  const [guardian, section] = [idOr404(query, 'guardian'), idOr404(query, 'section')]
  if (guardian !== '') {
    const { name } = foundOr404(await guardians.find(scope, guardian))
    return { whom: { guardian }, name, sections: [] }
  }
  const choices = await sectionChoices(scope)
  if (section !== '') foundOr404(choices.find(({ publicId }) => publicId === section))
  return { whom: section === '' ? null : { section }, name: null, sections: sectionOptions(choices) }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const { whom, name, sections } = await openWhom(scope, request)
  const slips = whom ? await listSlips(scope, whom) : []
  const open = slips.filter(({ isRight, isOpen }) => isRight && isOpen)
  const preview = open.length > 0 ? await previewInvited(scope, open, activationAddress()) : null
  const why = 'number or address has changed or is wrong: print a new slip'
  return {
    whom,
    name,
    sections,
    slips: slips.map((slip) => {
      const { guardianName, firstName, className, isRight } = slip
      const row = tickRow(slip, `${guardianName}: ${firstName}, ${className ?? '-'}`, preview)
      return isRight ? row : { ...row, why, isOpen: false }
    }),
    preview,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const { whom } = await openWhom(scope, request)
  const ticked = (await readForm(request)).getAll('guardian').map(String)
  if (!whom || ticked.length === 0) return data({ refused: 'Tick at least one guardian.', ticked }, { status: 422 })
  const outcome = await notifyInvited(scope, whom, ticked, activationAddress())
  if (!outcome.ok)
    return data(
      {
        refused:
          'One of them was already notified or now has another slip. Check the list again: no messages were sent.',
        ticked,
      },
      { status: 422 },
    )
  const message = notificationSummary(outcome.value)
  return redirectWithToast(schoolPaths.messages, { type: 'success', title: 'Saved!', message })
}
/** Reloads the unused invitation slips, even after a refusal. */
export const shouldRevalidate = () => true

export default function TellInvitedPage() {
  const { whom, name, sections, slips, preview } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isOpen = slips.some((row) => row.isOpen)
  return (
    <>
      <PageHead
        title={name === null ? 'Notify invited guardians' : `Notify ${name} about the slip`}
        context="Tells guardians that they can activate their account. One message for each slip, and another only if it did not arrive; the code is only on the slip."
      />
      {name === null ? (
        <FilterBar action={schoolPaths.tellInvited}>
          <SelectField
            name="section"
            label="Section"
            placeholder="Choose a section"
            defaultValue={whom && 'section' in whom ? whom.section : ''}
            options={sections}
          />
        </FilterBar>
      ) : null}
      <Form method="post" className="stack">
        {answer?.refused ? <Alert tone="bad" title="No messages sent" text={answer.refused} /> : null}
        {whom === null ? (
          <p>Choose a section to see unused slips.</p>
        ) : slips.length === 0 ? (
          <p>No guardian here has an unused slip. Codes sent by e-mail are not on a slip.</p>
        ) : (
          <TickList title="Unused slips" name="guardian" rows={slips} ticked={answer?.ticked} />
        )}
        {preview && isOpen ? <NotificationCost preview={preview} /> : null}
        <div className="actions">
          {isOpen ? <SubmitButton busyText="Saving...">Notify these guardians</SubmitButton> : null}
          <ButtonLink
            href={listHref(schoolPaths.inviteGuardians, { guardian: whom?.guardian ?? '' })}
            variant="secondary"
            label="Back"
          />
        </div>
      </Form>
    </>
  )
}
