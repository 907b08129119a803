import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OwnGrievances } from '~/components/grievances/own-grievances'
import { ButtonLink, PageHead } from '~/components/ui'
import { ownGrievances } from '~/http/grievance-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.grievances_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  return { rows: await ownGrievances(scope) }
}

export default function OwnGrievancesPage() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={m.grievances_title()}
        context={m.grievances_context()}
        action={
          <ButtonLink href={paths.student.newGrievance} variant="next" icon="plus">
            {m.grievances_new()}
          </ButtonLink>
        }
      />
      <OwnGrievances rows={rows} hrefOf={paths.student.grievance} />
    </>
  )
}
