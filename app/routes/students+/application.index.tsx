import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { Alert, ButtonLink, DefinitionList, LinkParagraph } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireApplication } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { fullName } from '~/models/people/students/rules'

type State = 'pending' | 'accepted' | 'rejected' | 'withdrawn'

const titles: Record<State, () => string> = {
  pending: m.admissions_waiting_title,
  accepted: m.admissions_accepted_title,
  rejected: m.admissions_rejected_title,
  withdrawn: m.admissions_withdrawn_title,
}

const texts: Record<State, (values: { school: string }) => string> = {
  pending: m.admissions_waiting_text,
  accepted: m.admissions_accepted_text,
  rejected: m.admissions_rejected_text,
  withdrawn: () => m.admissions_withdrawn_text(),
}

const tones = { pending: 'info', accepted: 'good', rejected: 'warn', withdrawn: 'info' } as const

export const handle = pageTitle<{ state: State }>((data) => titles[data?.state ?? 'pending']())

/** Status page of a registration, reached from login with the password chosen at registration. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { application } = await requireApplication(request)
  const { firstName, lastName, className, state, reason, schoolName, schoolPhone, createdAt } = application
  return { firstName, lastName, className, state, reason, schoolName, schoolPhone, day: todayInIndia(createdAt) }
}

export default function ApplicationPage() {
  const application = useLoaderData<typeof loader>()
  const { firstName, lastName, className, state, reason, schoolName: school, schoolPhone, day } = application
  return (
    <AccountPage side="student" title={titles[state]()}>
      <Alert tone={tones[state]}>
        <p>{texts[state]({ school })}</p>
        {state === 'rejected' ? <p>{reason}</p> : null}
      </Alert>
      <DefinitionList
        items={[
          { label: m.admissions_child(), value: fullName({ firstName, lastName }) },
          { label: m.admissions_class_wanted(), value: className },
          { label: m.admissions_registered_on(), value: formatDay(day, currentLanguage()) },
          { label: m.admissions_school(), value: school },
          {
            label: m.admissions_school_phone(),
            value: <a href={`tel:${schoolPhone.replace(/[^+\d]/g, '')}`}>{schoolPhone}</a>,
          },
        ]}
      />
      <div className="actions">
        {state === 'accepted' ? <ButtonLink href={paths.student.login} label={m.accounts_go_to_login()} /> : null}
        {state === 'pending' ? (
          <ButtonLink href={paths.student.withdrawApplication} variant="secondary" label={m.admissions_withdraw()} />
        ) : null}
      </div>
      <LinkParagraph href={paths.student.login} label={m.accounts_back_to_login()} />
    </AccountPage>
  )
}
