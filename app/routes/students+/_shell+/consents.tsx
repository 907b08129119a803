import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConsentCards } from '~/components/consents/consent-cards'
import { Alert, EmptyState, PageHead } from '~/components/ui'
import { readAnswer, shownConsents } from '~/http/consent-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { decideAsStudent, findBirthDate } from '~/models/contact/consents/decide.server'
import { readStudentConsents } from '~/models/contact/consents/section-consents.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'

export const handle = pageTitle(() => m.consents_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const birthDate = await findBirthDate(scope)
  const read = await readStudentConsents(scope, { id: scope.studentId, birthDate })
  return { consents: shownConsents(read, null), mayDecide: isAdult(birthDate, todayInIndia(new Date())) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { notice, answer } = await readAnswer(request)
  const outcome = await decideAsStudent(scope, { notice, answer, language: currentLanguage() })
  if (!outcome.ok) return data({ reason: outcome.reason }, { status: 422 })
  const toast = { type: 'success', title: m.consents_saved(), message: m.consents_saved_text() } as const
  return redirectWithToast(paths.student.consents, toast)
}

/** Reloads even after a refusal, so that the page shows the notice that is in force now. */
export const shouldRevalidate = () => true

export default function OwnConsentsPage() {
  const { consents, mayDecide } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.consents_title()} context={m.consents_context_student()} />
      {answer ? (
        <Alert tone="bad" title={m.consents_failed()}>
          <p>{answer.reason === 'under-age' ? m.consents_under_age() : m.consents_notice_changed()}</p>
        </Alert>
      ) : null}
      {mayDecide || answer ? null : <Alert tone="info" text={m.consents_under_age()} />}
      {consents.length === 0 ? (
        <EmptyState icon="check" title={m.consents_none()} text={m.consents_none_text()} />
      ) : (
        <ConsentCards consents={consents} mayDecide={mayDecide} />
      )}
      <p>
        <a href={paths.student.grievances}>{m.grievances_title()}</a>
      </p>
    </>
  )
}
