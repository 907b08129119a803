import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { languageCookieHeader } from '~/http/own-cookies.server'
import { ownPath, paths } from '~/http/paths'
import { anyone, findStudent, readForm, seeOther } from '~/http/route.server'
import { languages } from '~/language/language'
import { chooseStudentLanguage } from '~/models/people/students/choose-language.server'

const schema = z.object({ language: z.enum(languages), redirectTo: z.string().optional() })

/** Sets the language: a cookie for this browser and, for a signed-in student, the language of mails and receipts. */
export async function action({ context, request }: ActionFunctionArgs) {
  anyone()
  const form = schema.safeParse(Object.fromEntries(await readForm(request)))
  if (!form.success) throw new Response(null, { status: 422 })
  const student = await findStudent(context, request)
  if (student) await chooseStudentLanguage(student.scope, form.data.language)
  return seeOther(ownPath(form.data.redirectTo, paths.home), { 'Set-Cookie': languageCookieHeader(form.data.language) })
}

export function loader() {
  anyone()
  return seeOther(paths.home)
}
