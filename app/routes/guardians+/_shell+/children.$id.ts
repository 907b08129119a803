import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { sessionCookieHeader } from '~/http/own-cookies.server'
import { paths } from '~/http/paths'
import { foundAtOpenSchool, foundOr404, parseForm, requireGuardian, seeOther } from '~/http/route.server'
import { browserOf } from '~/http/sign-in.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listChildren } from '~/models/people/guardians/children.server'
import { openChild } from '~/models/people/guardians/open-child.server'
import { childPageNames, childPages } from './__child-pages'

const schema = z.object({ to: z.enum(childPageNames).catch('dashboard') })

/** Opens the child's pages in this browser; a guardian who may only pay gets the fees page. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const guardian = await requireGuardian(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, schema)
  if (!form.ok) throw new Response(null, { status: 422 })
  const opened = await openChild(guardian, id, await browserOf(request, 'student', guardian.isOnSharedPhone))
  const { token, child } = await foundAtOpenSchool(guardian.scope, 'students', id, opened.ok ? opened.value : null)
  const cookie = await sessionCookieHeader('student', token, { lasting: false })
  return seeOther(child.maySee ? childPages[form.value.to] : paths.student.fees, { 'Set-Cookie': cookie })
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const children = await listChildren(scope)
  const child = children.find(({ publicId, maySee, mayPay }) => publicId === params.id && (maySee || mayPay))
  await foundAtOpenSchool(scope, 'students', params.id, child)
  return seeOther(paths.guardian.home)
}
