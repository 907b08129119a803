import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '~/http/page'
import { anyone, findStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { findSchoolContact } from '~/models/core/schools/profile.server'
import { TextPage } from './__text-page'

export const handle = pageTitle(() => m.public_support_title())

/** Shows the school's contact to a signed-in student, and only general help to a visitor. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  anyone()
  const student = await findStudent(context, request)
  return { school: student ? await findSchoolContact(student.scope) : null }
}

export default function SupportPage() {
  const { school } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={m.public_support_title()}
      intro={m.public_support_intro()}
      sections={[
        ...(school ? [{ title: m.public_support_school_title(), text: m.public_support_school_contact(school) }] : []),
        { title: m.public_support_password_title(), text: m.public_support_password() },
        { title: m.public_support_fee_title(), text: m.public_support_fee() },
        { title: m.public_support_paid_title(), text: m.public_support_paid() },
      ]}
    />
  )
}
