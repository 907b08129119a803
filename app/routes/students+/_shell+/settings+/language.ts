import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { languageCookieHeader } from '~/http/own-cookies.server'
import { paths } from '~/http/paths'
import { parseForm, redirectWithToast, requireStudentInPerson, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { chooseLanguageSchema } from '~/models/people/accounts/schema'
import { chooseLanguage } from '~/models/people/students/choose-language.server'

/** Sets the language of this browser's pages and of the student's mails and receipts. */
export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  const form = await parseForm(request, chooseLanguageSchema)
  if (!form.ok) throw new Response(null, { status: 422 })
  const { language } = form.value
  await chooseLanguage(student.scope, language)
  const title = inLanguage(language, () => m.accounts_updated())
  const cookie = languageCookieHeader(language)
  return redirectWithToast(paths.student.settings, { type: 'success', title }, { 'Set-Cookie': cookie })
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudentInPerson(context, request)
  return seeOther(paths.student.settings)
}
