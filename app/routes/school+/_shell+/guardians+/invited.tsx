import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Alert, ButtonLink, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sectionChoices } from '~/models/academics/queries.server'
import { counted, sectionOptions } from '~/models/academics/rules'
import { previewTelling } from '~/models/messaging/preview.server'
import { listInvited, tellInvited, type WhomToTell as Whom } from '~/models/messaging/tell-invited.server'
import { TellingCost, WhomToTell } from '../__telling'
import { activationAddress } from './__invite.server'

export const handle = pageTitle(() => 'Tell who was invited', { hasForm: true })

/** Whom the address names; null for nobody yet. */
function whomAsked(request: Request): Whom | null {
  const query = new URL(request.url).searchParams
  const [guardian, section] = [idOr404(query, 'guardian'), idOr404(query, 'section')]
  if (guardian !== '') return { guardian }
  return section === '' ? null : { section }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const whom = whomAsked(request)
  const invited = whom ? await listInvited(scope, whom) : []
  const values = { link: activationAddress() }
  const untold = invited
    .filter(({ isTold }) => !isTold)
    .map(({ guardianId, guardianName, ...student }) => ({ ...student, name: guardianName, values, only: guardianId }))
  return {
    whom,
    sections: whom && 'guardian' in whom ? [] : sectionOptions(await sectionChoices(scope)),
    invited: invited.map(({ publicId, guardianName, firstName, className, isTold }) => ({
      ...{ publicId, isTold },
      name: `${guardianName}: ${firstName}, ${className ?? '-'}`,
    })),
    preview: untold.length > 0 ? await previewTelling(scope, 'invitation', untold) : null,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const whom = whomAsked(request)
  const ticked = (await readForm(request)).getAll('guardian').map(String)
  if (!whom || ticked.length === 0) return data({ refused: 'Tick at least one guardian.' }, { status: 422 })
  const told = await tellInvited(scope, whom, ticked, activationAddress())
  const message = `${counted(told, 'message')} will be sent.`
  return redirectWithToast(schoolPaths.messages, { type: 'success', title: 'Saved!', message })
}
/** After a refusal too: who is invited now. */
export const shouldRevalidate = () => true

export default function TellInvitedPage() {
  const { whom, sections, invited, preview } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isOne = whom !== null && 'guardian' in whom
  const backHref = listHref(schoolPaths.inviteGuardians, whom ?? {})
  return (
    <>
      <PageHead
        title="Tell who was invited"
        context="A message that the account can be activated, by WhatsApp, SMS or e-mail, once for each slip. The code stands on the slip alone."
      />
      {isOne ? null : (
        <FilterBar action={schoolPaths.tellInvited}>
          <SelectField
            name="section"
            label="Section"
            placeholder="Choose a section"
            defaultValue={whom?.section ?? ''}
            options={sections}
          />
        </FilterBar>
      )}
      <div className="stack">
        {answer?.refused ? (
          <Alert tone="bad" title="Nobody was told">
            <p>{answer.refused}</p>
          </Alert>
        ) : null}
        {whom === null ? (
          <p>Choose a section to see whose slips are open.</p>
        ) : invited.length === 0 ? (
          <p>Nobody here has an open slip and the right to be told. Print slips first.</p>
        ) : (
          <Form method="post" className="stack">
            <WhomToTell title="Slips that are open" name="guardian" rows={invited} />
            {preview ? <TellingCost preview={preview} /> : null}
            <div className="actions">
              {preview ? <SubmitButton busyText="Saving...">Tell these guardians</SubmitButton> : null}
              <ButtonLink href={backHref} variant="secondary">
                Back
              </ButtonLink>
            </div>
          </Form>
        )}
      </div>
    </>
  )
}
