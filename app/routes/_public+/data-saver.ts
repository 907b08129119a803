import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { dataSaverCookieHeader } from '~/http/own-cookies.server'
import { ownPath, paths } from '~/http/paths'
import { anyone, readForm, seeOther } from '~/http/route.server'

const schema = z.object({ saver: z.enum(['on', 'off']), redirectTo: z.string().optional() })

export async function action({ request }: ActionFunctionArgs) {
  anyone()
  const form = schema.safeParse(Object.fromEntries(await readForm(request)))
  if (!form.success) throw new Response(null, { status: 422 })
  const back = ownPath(form.data.redirectTo, paths.home)
  return seeOther(back, { 'Set-Cookie': dataSaverCookieHeader(form.data.saver === 'on') })
}

export function loader() {
  anyone()
  return seeOther(paths.home)
}
