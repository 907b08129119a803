import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAnyStaff, seeOther } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { notAllowed } from '~/http/student-call.server'
import { closeFactorOffer } from '~/models/people/accounts/second-factor/second-factor.server'

export const loader = () => notAllowed('POST')

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await closeFactorOffer(scope)
  return seeOther(schoolPaths.home)
}
