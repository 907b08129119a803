import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { languageCookieHeader } from '~/http/own-cookies.server'
import { paths } from '~/http/paths'
import { parseForm, redirectWithToast, requireGuardian, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { chooseLanguageSchema } from '~/models/people/accounts/schema'
import { chooseGuardianLanguage } from '~/models/people/guardians/own-account.server'

/** Sets the language of this browser's pages and of the schools' messages to the guardian. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const form = await parseForm(request, chooseLanguageSchema)
  if (!form.ok) throw new Response(null, { status: 422 })
  const { language } = form.value
  await chooseGuardianLanguage(scope, language)
  const title = inLanguage(language, () => m.accounts_updated())
  const cookie = languageCookieHeader(language)
  return redirectWithToast(paths.guardian.account, { type: 'success', title }, { 'Set-Cookie': cookie })
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireGuardian(context, request)
  return seeOther(paths.guardian.account)
}
