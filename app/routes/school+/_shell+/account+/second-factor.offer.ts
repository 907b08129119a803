import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAnyStaff, seeOther } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { notAllowed } from '~/http/student-call.server'
import { closeFactorOffer } from '~/models/accounts/second-factor.server'

/** There is nothing to read here. */
export const loader = () => notAllowed('POST')

/** Puts the offer of a second factor on the home page away. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await closeFactorOffer(scope)
  return seeOther(schoolPaths.home)
}
