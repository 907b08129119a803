import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { requiresActivationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { PrintChoice } from './__print-choice'
import { printChoices } from './__print-choices.server'

export const handle = pageTitle(() => 'Activation slips')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:edit')
  const [choices, asksCode] = await Promise.all([printChoices(request, staff), requiresActivationCode(staff.scope)])
  return { ...choices, asksCode }
}

const troubles = {
  choose: 'Choose a class or a section: slips are printed class by class.',
  nobody:
    'Every active student here has already chosen a password. If a student has forgotten it, reset it on the student’s page.',
  'not-active': 'Slips are for active students. Remove the status filter in the list.',
  'too-many': 'There are too many for one file. Choose a section.',
}

export default function SlipsPage() {
  const { asksCode, trouble, ...choices } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Activation slips"
        context={`For active students who have not chosen a password yet: how to sign in for the first time${asksCode ? ', with the activation code' : ''}. Eight on a page, in each student's language; the birth date is never printed.`}
      />
      <PrintChoice
        {...choices}
        filePath={schoolPaths.slipsFile}
        trouble={trouble && troubles[trouble]}
        button="Print slips"
      />
    </>
  )
}
