import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { PrintChoice } from './__print-choice'
import { printChoices } from './__print-choices.server'

export const handle = pageTitle(() => 'ID cards')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  return printChoices(request, staff)
}

const troubles = {
  choose: 'Choose a class or a section: cards are printed class by class.',
  nobody: 'No active student is enrolled here in this session.',
  'not-active': 'Cards are for active students. Remove the status filter in the list.',
  'too-many': 'There are too many for one file. Choose a section.',
}

export default function IdCardsPage() {
  const { trouble, ...choices } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="ID cards"
        context="For active students of a class. Ten on a page, each the size of a bank card, with lines to cut along."
      />
      <PrintChoice
        {...choices}
        filePath={schoolPaths.idCardsFile}
        trouble={trouble && troubles[trouble]}
        button="Print ID cards"
      />
    </>
  )
}
