import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkParagraph } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { anyone, findGuardian } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { findSuspended } from '~/models/core/schools/suspended.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { operatorContact } from '~/services/site.server'
import { TextPage } from './__text-page'

export const handle = pageTitle(() => m.public_suspended_title())

/** Page to which all URLs of a suspended school redirect. For a school that is not suspended, redirects home. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const suspendedSchool = isPublicId(params.schoolId) ? await findSuspended(anyone(), params.schoolId) : null
  if (!suspendedSchool) throw redirect(paths.home)
  const { name, phone, email } = suspendedSchool
  const hasOtherChildren = (await findGuardian(context, request)) !== null
  return data({ school: { name, phone, email }, contact: operatorContact(), hasOtherChildren }, { status: 403 })
}

export default function SuspendedPage() {
  const { school, contact, hasOtherChildren } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={m.public_suspended_title()}
      intro={m.public_suspended_text({ school: school.name })}
      sections={[
        { title: m.public_suspended_family_title(), text: m.public_suspended_family(school) },
        { title: m.public_suspended_paid_title(), text: m.public_suspended_paid() },
        {
          title: m.public_suspended_staff_title(),
          text: contact === null ? m.public_suspended_staff() : m.public_suspended_staff_contact({ contact }),
        },
      ]}
    >
      {hasOtherChildren ? <LinkParagraph href={paths.guardian.home} label={m.public_suspended_children()} /> : null}
    </TextPage>
  )
}
