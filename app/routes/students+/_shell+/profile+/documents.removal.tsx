import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DefinitionList, LoneLink } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'
import { documentLabel } from '~/models/people/students/documents.server'
import { findSections, listDocuments } from '~/models/people/students/find-sections.server'
import { removeDocument } from '~/models/people/students/save-documents.server'
import { OwnQuestion } from './__own-question'

export const handle = pageTitle(() => m.profile_remove_title())

async function ownDocument({ scope, publicId }: StudentSession, request: Request) {
  const key = new URL(request.url).searchParams.get('file')
  const student = foundOr404(await findSections(scope, publicId))
  const documents = await listDocuments(scope, student)
  return foundOr404(documents.find((one) => one.key === key))
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { kind, fileName, key } = await ownDocument(await requireStudentInPerson(context, request), request)
  return { label: documentLabel(kind), fileName, href: paths.file(key) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  const { key } = await ownDocument(student, request)
  await removeDocument(student.scope, student.publicId, key)
  const toast = { type: 'success', title: m.profile_success(), message: m.profile_removed() } as const
  return redirectWithToast(paths.student.profile('documents'), toast)
}

export default function RemoveDocumentPage() {
  const { label, fileName, href } = useLoaderData<typeof loader>()
  return (
    <OwnQuestion
      title={m.profile_remove_title()}
      button={m.profile_remove_button()}
      busy={m.profile_remove_busy()}
      danger
      backHref={paths.student.profile('documents')}
    >
      <DefinitionList items={[{ label, value: <LoneLink href={href} label={fileName} /> }]} />
      <p>{m.profile_remove_text()}</p>
    </OwnQuestion>
  )
}
