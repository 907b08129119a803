import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { readForm, requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { makeSlips, neededWords } from '~/models/people/guardians/invite.server'
import { activationAddress, backToInvite, readInvitees } from './__invite.server'

/** Redirects: slips are created only by a form, since each has a new code. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'students:edit')
  return redirect(schoolPaths.inviteGuardians)
}

/** Invites one guardian or those of a class, and sends the slips: the codes are shown here and never again. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope, schoolName } = await requireStaff(context, request, 'students:edit')
  const body = await readForm(request)
  const whom = readInvitees(body)
  if (whom === null) return backToInvite(body, 'choose')
  const outcome = await makeSlips(scope, whom)
  if (!outcome.ok) return backToInvite(body, outcome.reason)
  const slips = outcome.value.map((slip) => ({ ...slip, needed: neededWords(slip) }))
  const address = activationAddress().replace(/^https?:\/\//, '')
  const view = { schoolName, address, printedAt: new Date(), slips }
  return pdfResponse('guardian-slips.pdf', await makePaper('guardian-slips', [view]))
}
